import { Link } from '@tanstack/react-router'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import { Card } from '~/components/ui/card.tsx'
import { ownValue } from '~/lib/own-value.ts'
import { recordOf } from './input-records.ts'

/** The configuration of this layer's computation, in column order. */
export function Configuration({
  report: { layer, names, removed, covariates },
}: {
  report: Pick<JobReport, 'layer' | 'names' | 'removed' | 'covariates'>
}) {
  const rows = configurationRows(layer)
  const series = covariates.filter(({ years }) => years.length > 0)
  if (rows.length === 0) return null
  return (
    <Card anchor="configuration" title="Configuration">
      <dl className="gap-x-8 wide:columns-2">
        {rows.map(([column, value]) => (
          <div key={column} className="flex break-inside-avoid justify-between gap-4 border-b py-1.5">
            <dt className="font-mono text-xs leading-5 text-muted">{column}</dt>
            <dd className="tabular min-w-0 text-right break-words">
              <Value
                column={column}
                value={value}
                name={ownValue(names, column)}
                removed={ownValue(removed, column)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {series.length > 0 && (
        <p>
          Years of the covariates, nearest to the survey:{' '}
          {series.map(({ name, year, years }) => `${name} ${year} (of ${years.join(', ')})`).join('; ')}.
        </p>
      )}
    </Card>
  )
}

/** An id is shown as its record's name, and is a link to it. `name` is null if the record was removed. */
function Value({
  column,
  value,
  name,
  removed,
}: {
  column: string
  value: string
  name: string | null | undefined
  removed: JobReport['removed'][string] | undefined
}) {
  const link = recordOf(column)
  if (!link) return value
  const { to, what } = link
  if (name === null) return `${removed ? removed.name : `${what} ${value}`} (removed)`
  return (
    <Link to={to} params={{ id: value }} className="text-link hover:underline">
      {name ?? `${what} ${value}`}
    </Link>
  )
}

const order = new Map<string, number>(CONFIGURATION_COLUMNS.map(({ name }, place) => [name, place]))

/** Present fields as text; nested fields under both names (`columns.weight`). */
export function configurationRows(layer: JobReport['layer']): [column: string, value: string][] {
  const rows = Object.entries(layer).flatMap(([column, value]) => flatten(column, value))
  const place = (column: string) => order.get(column.replace(/^columns\./, '')) ?? order.size
  return rows.toSorted(([one], [other]) => place(one) - place(other) || one.localeCompare(other))
}

function flatten(column: string, value: unknown): [string, string][] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) {
    const items: unknown[] = value
    const plain = items.every((item) => typeof item !== 'object')
    return items.length === 0 ? [] : [[column, plain ? items.join(', ') : JSON.stringify(items)]]
  }
  if (typeof value === 'string') return [[column, value]]
  if (typeof value !== 'object') return [[column, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, inner]) => flatten(`${column}.${name}`, inner))
}
