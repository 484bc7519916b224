import type { JobReport } from '#contract/job-shapes.ts'
import { FigureTable } from '~/components/charts/figure-table.tsx'
import { Card } from '~/components/ui/card.tsx'
import { count } from '~/lib/figures.ts'
import { readDiagnostics } from './diagnostics.ts'
import { interval, percent } from './format.ts'

/** The country's modelled value beside the survey's own weighted estimate; renders nothing for layers without it. */
export function NationalFigure({ report }: { report: JobReport }) {
  const diagnostics = readDiagnostics(report.diagnostics)
  const national = diagnostics?.national
  if (!national) return null
  const share = diagnostics.parameters['urban_share']
  return (
    <Card title="National figure">
      <p className="max-w-prose text-muted">
        The modelled figure weights the map by population. The direct estimate uses the survey's{' '}
        {count(national.clusters)} clusters and weights only. Where the two intervals do not overlap, trust
        the direct estimate and look for what the model misses.
        {typeof share === 'number' && (
          <>
            {' '}
            Urban and rural areas are modelled separately; {percent(share)} of the sampled people are urban.
          </>
        )}
      </p>
      <FigureTable
        caption="National figure"
        columns={['Estimate', 'Prevalence', '95 % interval']}
        rows={[
          [
            'Modelled',
            percent(national.modelled),
            interval(national.modelled_lower, national.modelled_upper),
          ],
          ['Direct', percent(national.observed), interval(national.observed_lower, national.observed_upper)],
        ]}
      />
    </Card>
  )
}
