import type { Answer } from '#contract/endpoint.ts'
import type { getRasterDifference } from '#contract/viewing/viewing.ts'
import { count, decimal } from '~/lib/figures.ts'
import { percentage } from '~/lib/percentage.ts'

export type DifferenceStatistics = Answer<typeof getRasterDifference>

const stepOf = (step: number) => `${Math.round(step)} × ${Math.round(step)}`

/** B minus A over the cells that both have. */
export function DifferenceFigures({
  statistics,
  show,
  notes = [],
}: {
  statistics: DifferenceStatistics
  show: (value: number) => string
  /** Besides those about grid and overviews. */
  notes?: readonly string[]
}) {
  const plus = (value: number) => {
    const text = show(value)
    return value > 0 && text !== show(0) ? `+${text}` : text
  }
  const rows = [
    ['Mean difference, B minus A', plus(statistics.mean)],
    ['Standard deviation', show(statistics.sd)],
    ['Mean absolute difference', show(statistics.mean_absolute)],
    ['Root mean square', show(statistics.root_mean_square)],
    ['Middle 90 % of cells', `${plus(statistics.p05)} to ${plus(statistics.p95)}`],
    ['Smallest and largest', `${plus(statistics.min)} and ${plus(statistics.max)}`],
    ['Correlation of A and B', decimal(statistics.correlation, 3)],
    ['Cells compared', count(statistics.cells)],
    ['Of these, with different values', `${percentage(statistics.differing, statistics.cells)} %`],
    ...(statistics.only_one > 0 ? [['Cells with a value in only one', count(statistics.only_one)]] : []),
  ]
  const remarks = [
    ...notes,
    ...(statistics.same_grid
      ? []
      : ['B has another grid: it is read at the centres of A’s cells, nearest neighbour.']),
    ...(statistics.step > 1
      ? [
          `There are too many cells: overviews are compared, in which a cell stands for ${stepOf(statistics.step)} cells of A.`,
        ]
      : []),
  ]
  return (
    <div className="flex flex-col gap-2">
      <dl aria-label="Statistics of the difference" className="grid max-w-prose grid-cols-[1fr_auto] gap-x-4">
        {rows.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid border-b py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {remarks.map((note) => (
        <p key={note} className="max-w-prose text-xs text-muted">
          {note}
        </p>
      ))}
    </div>
  )
}
