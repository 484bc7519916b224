import type { Answer } from '#contract/endpoint.ts'
import type { getBandHistogram } from '#contract/rasters/bands.ts'
import { FigureTable } from '~/components/charts/figure-table.tsx'
import { count, figure } from '~/lib/figures.ts'
import { percentage } from '~/lib/percentage.ts'

/** The histogram as text, for those who cannot see the map. */
export function ValueTable({
  histogram: { edges, counts, valid },
  unit,
}: {
  histogram: Answer<typeof getBandHistogram>
  unit: string
}) {
  return (
    <details className="text-xs print:hidden">
      <summary className="w-fit cursor-pointer text-link hover:underline">Values as a table</summary>
      <FigureTable
        caption="How the values are spread"
        columns={[unit ? `Values, ${unit}` : 'Values', 'Cells', 'Share']}
        rows={counts.map((cells, bin) => [
          `${figure(edges[bin])} to ${figure(edges[bin + 1])}`,
          count(cells),
          `${percentage(cells, valid)} %`,
        ])}
      />
    </details>
  )
}
