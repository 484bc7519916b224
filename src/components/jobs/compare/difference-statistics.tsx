import type { Answer } from '#contract/endpoint.ts'
import type { getJobDifference } from '#contract/job-difference.ts'
import { count } from '~/lib/figures.ts'
import { decimal, points } from '../report/format.ts'

export type DifferenceStatistics = Answer<typeof getJobDifference>

const plus = (value: number) => {
  const text = points(value)
  return value > 0 && text !== points(0) ? `+${text}` : text
}

/** B minus A over the cells that both have. */
export function DifferenceFigures({ found }: { found: DifferenceStatistics }) {
  const rows = [
    ['Mean difference, B minus A', plus(found.mean)],
    ['Mean absolute difference', points(found.mean_absolute)],
    ['Root mean square', points(found.root_mean_square)],
    ['Middle 90 % of cells', `${plus(found.p05)} to ${plus(found.p95)}`],
    ['Smallest and largest', `${plus(found.min)} and ${plus(found.max)}`],
    ['Correlation of A and B', decimal(found.correlation, 3)],
    ['Cells compared', count(found.cells)],
    ...(found.only_one > 0 ? [['Cells with a value in one only', count(found.only_one)]] : []),
  ]
  return (
    <dl aria-label="Statistics of the difference" className="grid max-w-prose grid-cols-[1fr_auto] gap-x-4">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid border-b py-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
