import { FigureTable } from '~/components/charts/figure-table.tsx'
import { count } from '~/lib/figures.ts'
import type { Reliability } from './diagnostics.ts'
import { percent } from '~/components/jobs/report/format.ts'

/** Predicted against observed prevalence in groups of clusters, held out. */
export function ReliabilityTable({ reliability, label }: { reliability: Reliability; label: string }) {
  const { predicted, observed, people } = reliability
  if (predicted.length === 0) return null
  return (
    <figure className="min-w-0">
      <figcaption className="font-medium">Reliability, {label.toLowerCase()}</figcaption>
      <FigureTable
        whole
        caption={`Reliability, ${label.toLowerCase()}`}
        columns={['Group', 'Predicted', 'Observed', 'People']}
        rows={predicted.map((share, group) => [
          String(group + 1),
          percent(share),
          percent(observed[group]),
          count(people[group] ?? 0),
        ])}
      />
    </figure>
  )
}
