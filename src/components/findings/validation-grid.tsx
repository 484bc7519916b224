import { Fragment } from 'react'
import type { Finding } from '#contract/shapes.ts'
import { cn } from '~/lib/class-names.ts'
import { SheetTable } from './sheet-table.tsx'
import { FindingMessages, markOf } from './finding-messages.tsx'
import { type ValidatedSheet, byPlace, cellId, shownColumns } from './findings.ts'

/** A sheet as the service read it, each finding at its cell. */
export function ValidationGrid({
  validation,
  rowLimit,
  label,
}: {
  validation: ValidatedSheet
  rowLimit: number
  label?: string
}) {
  const columns = shownColumns(validation)
  const places = byPlace(validation.findings)
  return (
    <SheetTable
      label={label}
      heads={columns.map(({ name, missing }) => (
        <HeaderCell
          key={name}
          name={name}
          missing={missing}
          findings={places.get(cellId(null, name)) ?? []}
        />
      ))}
    >
      {validation.rows.slice(0, rowLimit).map(({ row, cells }) => (
        <Fragment key={row}>
          <tr>
            <th
              scope="row"
              id={cellId(row, null)}
              tabIndex={-1}
              className={cn(
                'sticky left-0 z-10 border-r border-b px-3 py-2 text-right align-top font-normal tabular text-muted',
                markOf(places.get(cellId(row, null))) ?? 'bg-sunk',
              )}
            >
              {row}
            </th>
            {columns.map(({ name }) => (
              <Cell
                key={name}
                id={cellId(row, name)}
                value={cells[name]}
                findings={places.get(cellId(row, name))}
              />
            ))}
          </tr>
          <RowMessages findings={places.get(cellId(row, null))} columns={columns.length} />
        </Fragment>
      ))}
    </SheetTable>
  )
}

function HeaderCell({
  name,
  missing,
  findings,
}: {
  name: string
  missing: boolean
  findings: readonly Finding[]
}) {
  return (
    <th
      scope="col"
      id={cellId(null, name)}
      tabIndex={-1}
      className={cn(
        'sticky top-0 z-20 border-b px-3 py-2 text-left align-top text-xs font-semibold whitespace-nowrap text-muted',
        markOf(findings) ?? 'bg-sunk',
      )}
    >
      <span className="font-mono">{name}</span>
      {missing && <span className="ml-2 font-normal">not in the file</span>}
      <FindingMessages findings={findings} />
    </th>
  )
}

function Cell({
  id,
  value,
  findings,
}: {
  id: string
  value: string | undefined
  findings: Finding[] | undefined
}) {
  return (
    <td
      id={id}
      tabIndex={findings ? -1 : undefined}
      aria-invalid={findings?.some(({ severity }) => severity === 'error') || undefined}
      className={cn('border-b px-3 py-2 align-top whitespace-nowrap', markOf(findings))}
    >
      {value || (findings && <span className="text-muted">empty</span>)}
      <FindingMessages findings={findings} />
    </td>
  )
}

/** Findings about a whole row are shown below it, across its full width. */
function RowMessages({ findings, columns }: { findings: Finding[] | undefined; columns: number }) {
  if (!findings) return null
  return (
    <tr>
      <td colSpan={columns + 1} className={cn('border-b px-3 pb-2', markOf(findings))}>
        <div className="sticky left-3 w-fit">
          <FindingMessages findings={findings} wide />
        </div>
      </td>
    </tr>
  )
}
