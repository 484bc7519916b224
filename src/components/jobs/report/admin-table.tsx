import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import { type AdminSort, type AdminUnit, sortUnits } from './admin-sort.ts'
import { count } from '~/lib/figures.ts'
import { decimal, interval, percent } from './format.ts'
import { IntervalStrip } from './interval-strip.tsx'
import { Outcome } from './outcome.tsx'

const cell = 'h-10 px-3 text-right'

/** Observed and modelled values, one row per unit; the sort order is in the address. */
export function AdminTable({
  units,
  caption,
  sortBy,
  sortOrder,
  onSort,
  highlight,
  onHighlight,
}: {
  units: readonly AdminUnit[]
  caption: string
  sortBy: AdminSort
  sortOrder: 'asc' | 'desc'
  onSort: (by: AdminSort, order: 'asc' | 'desc') => void
  highlight: string | null
  onHighlight: (code: string | null) => void
}) {
  const rows = sortUnits(units, sortBy, sortOrder)
  const top = scaleTop(units)
  const header = (by: AdminSort, label: ReactNode, left = false) => (
    <SortHeader by={by} left={left} sortBy={sortBy} sortOrder={sortOrder} onSort={onSort}>
      {label}
    </SortHeader>
  )
  return (
    <div className="max-h-[70dvh] overflow-auto rounded border print:max-h-none print:overflow-visible print:text-[10px] print:[&_button]:px-0 print:[&_td]:px-1 print:[&_th]:px-1 print:[&_thead_svg]:hidden">
      <table className="w-full border-collapse text-sm print:text-[10px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-2 bg-sunk">
          <tr>
            {header('name', 'Unit', true)}
            {header('clusters', 'Clusters')}
            {header('observed', 'Observed')}
            <Plain>95 % interval</Plain>
            {header('modelled', 'Modelled')}
            <Plain>95 % interval</Plain>
            <Plain className="hidden text-left! xl:table-cell">0 to {percent(top, 0)}</Plain>
            {header('z', 'z')}
            {header('pass', 'Inside interval?', true)}
          </tr>
        </thead>
        <tbody>
          {rows.map((unit) => (
            <tr key={unit.code} className={cn('group border-t hover:bg-hover', fill(unit, highlight))}>
              <th
                scope="row"
                className={cn(
                  'sticky left-0 z-1 h-10 border-l-4 px-3 text-left font-normal group-hover:bg-hover',
                  unit.pass === false ? 'border-l-warning' : 'border-l-transparent',
                  fill(unit, highlight) ?? 'bg-raised',
                )}
              >
                <button
                  type="button"
                  aria-pressed={unit.code === highlight}
                  title="Show on the map"
                  className="text-left text-link hover:underline wide:whitespace-nowrap"
                  onClick={() => onHighlight(unit.code === highlight ? null : unit.code)}
                >
                  {unit.name}
                </button>
              </th>
              <td className={cell}>{count(unit.clusters)}</td>
              <td className={cell}>{percent(unit.observed)}</td>
              <td className={cn(cell, 'whitespace-nowrap text-muted')}>
                {interval(unit.observed_lower, unit.observed_upper)}
              </td>
              <td className={cell}>{percent(unit.modelled)}</td>
              <td className={cn(cell, 'whitespace-nowrap text-muted')}>
                {interval(unit.modelled_lower, unit.modelled_upper)}
              </td>
              <td className="hidden px-3 xl:table-cell">
                <IntervalStrip unit={unit} top={top} />
              </td>
              <td className={cell}>{decimal(unit.z)}</td>
              <td className="px-3">
                <Outcome pass={unit.pass} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const fill = (unit: AdminUnit, highlight: string | null) =>
  unit.code === highlight ? 'bg-selected' : unit.pass === false ? 'bg-warning-soft' : undefined

const Plain = ({ className, children }: { className?: string; children: ReactNode }) => (
  <th scope="col" className={cn('h-10 px-3 text-right font-medium whitespace-nowrap text-muted', className)}>
    {children}
  </th>
)

function SortHeader({
  by,
  left,
  sortBy,
  sortOrder,
  onSort,
  children,
}: {
  by: AdminSort
  left: boolean
  sortBy: AdminSort
  sortOrder: 'asc' | 'desc'
  onSort: (by: AdminSort, order: 'asc' | 'desc') => void
  children: ReactNode
}) {
  const active = by === sortBy
  const Icon = active ? (sortOrder === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={active ? (sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cn('h-10 font-medium', by === 'name' && 'sticky left-0 bg-sunk')}
    >
      <button
        type="button"
        className={cn('flex h-full w-full items-center gap-1 px-3 whitespace-nowrap', !left && 'justify-end')}
        onClick={() => onSort(by, active && sortOrder === 'asc' ? 'desc' : 'asc')}
      >
        {children}
        <Icon aria-hidden="true" className={cn('size-3.5 shrink-0', !active && 'text-muted')} />
      </button>
    </th>
  )
}

/** The end of the common scale: the highest value, rounded up to a tenth. */
function scaleTop(units: readonly AdminUnit[]): number {
  const highest = Math.max(
    0.1,
    ...units.map((unit) => Math.max(unit.observed_upper ?? unit.observed ?? 0, unit.modelled_upper ?? 0)),
  )
  return Math.min(1, Math.ceil(highest * 10) / 10)
}
