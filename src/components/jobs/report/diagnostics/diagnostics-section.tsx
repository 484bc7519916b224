import { useQuery } from '@tanstack/react-query'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ChartNoAxesCombined } from 'lucide-react'
import { admDataQuery } from '~/server/jobs.functions.ts'
import { levelsOf } from '~/components/jobs/report/units/admin-sort.ts'
import { CoverageChart } from './coverage-chart.tsx'
import { CurveChart } from './curve-chart.tsx'
import { type Diagnostics, hasCovariates, readCurves, readDiagnostics } from './diagnostics.ts'
import { formatRaking } from '~/components/jobs/report/format.ts'
import { ImportanceChart } from './importance-chart.tsx'
import { IntervalOmissions } from '~/components/jobs/report/units/interval-omissions.tsx'
import { MetricsTable } from './metrics-table.tsx'
import { ObservedModelledChart } from './observed-modelled-chart.tsx'
import { OtherPriors } from './other-priors.tsx'
import { Parameters } from './parameters.tsx'
import { PitChart } from './pit-chart.tsx'
import { ReliabilityTable } from './reliability-table.tsx'
import { VariogramChart } from './variogram-chart.tsx'

/** How good the layer is, according to its own data. */
export function DiagnosticsSection({
  report,
  level: levelParam,
}: {
  report: JobReport
  level: 1 | 2 | undefined
}) {
  const { data } = useQuery(admDataQuery(report.id))
  const diagnostics = readDiagnostics(report.diagnostics)
  if (!diagnostics) {
    return (
      <Card anchor="diagnostics" title="Diagnostics">
        <EmptyState icon={ChartNoAxesCombined} title="No diagnostics">
          The job has no readable diagnostics. Its log, below, may say why.
        </EmptyState>
      </Card>
    )
  }
  const { level } = levelsOf(data?.content ?? [], levelParam)
  const units = (data?.content ?? []).filter((unit) => unit.level === level)
  const pit = diagnostics.pit
  return (
    <>
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2 print:block">
        <div className="flex min-w-0 flex-col gap-4">
          <Card
            className="print:break-inside-avoid"
            anchor="cross-validation"
            title="Cross-validation"
            help={<HelpLink topic="metrics" />}
          >
            <p className="max-w-prose text-muted">{foldsText(diagnostics)}</p>
            <MetricsTable diagnostics={diagnostics} />
          </Card>
          <OtherPriors
            sensitivity={diagnostics.prior_sensitivity}
            raked={formatRaking(report) !== undefined}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <IntervalOmissions report={report} />
          {Object.keys(diagnostics.parameters).length > 0 && (
            <Card anchor="parameters" title="Parameters">
              <Parameters parameters={diagnostics.parameters} />
            </Card>
          )}
        </div>
      </div>
      <Card anchor="diagnostics" title="Diagnostics" help={<HelpLink topic="charts" />}>
        <div className="grid gap-x-8 gap-y-8 wide:grid-cols-2 print:block print:[&_figure]:mb-6">
          <ObservedModelledChart units={units} level={level} raked={formatRaking(report) !== undefined} />
          <div className="flex min-w-0 flex-col gap-8">
            <CoverageChart diagnostics={diagnostics} />
            <ImportanceChart importance={diagnostics.importance} />
          </div>
          {pit && <PitChart shares={pit.cv_random} label="Random folds" />}
          {pit && <PitChart shares={pit.cv_block} label="Block folds" />}
          {diagnostics.reliability && (
            <>
              <ReliabilityTable reliability={diagnostics.reliability.cv_random} label="Random folds" />
              <ReliabilityTable reliability={diagnostics.reliability.cv_block} label="Block folds" />
            </>
          )}
          {readCurves(diagnostics.parameters).map((curve) => (
            <CurveChart key={curve.name} curve={curve} />
          ))}
          {diagnostics.variogram !== undefined && (
            <VariogramChart
              variogram={diagnostics.variogram}
              hasCovariates={hasCovariates(diagnostics)}
              clusters={diagnostics.national?.clusters}
            />
          )}
        </div>
      </Card>
    </>
  )
}

function foldsText({ cv_random: random, cv_block: block }: Diagnostics): string {
  const gaps = 'how well the surface fills gaps between clusters'
  const areas = 'how well it predicts in whole areas without any'
  if (random && block) return `Random folds ask ${gaps}; block folds, ${areas}.`
  if (random) return `Random folds ask ${gaps}; the layer has no block folds, which ask ${areas}.`
  return block
    ? `Block folds ask how well the surface predicts in whole areas without clusters.`
    : 'The layer was not cross-validated.'
}
