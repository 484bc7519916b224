import { holdsParameters, intervalOmissions } from '#common/interval-omissions.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Card } from '~/components/ui/card.tsx'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'

/** What intervals do not include, as far as it applies to this job. */
export function IntervalOmissions({ report }: { report: Pick<JobReport, 'diagnostics'> }) {
  const diagnostics = readDiagnostics(report.diagnostics)
  const omissions = diagnostics ? intervalOmissions(diagnostics) : []
  if (!diagnostics || omissions.length === 0) return null
  return (
    <Card
      className="print:break-inside-avoid"
      anchor="omissions"
      title="What the intervals leave out"
      help={<HelpLink topic="interval-omissions" />}
    >
      <p className="max-w-prose text-muted">
        The 95 % intervals include the sampling of people and clusters, and the uncertainty of the surface
        {holdsParameters(diagnostics.parameters) ? '' : ' and its parameters'}. They do not include:
      </p>
      <dl className="flex max-w-prose flex-col gap-3">
        {omissions.map(({ source, message }) => (
          <div key={source}>
            <dt className="font-medium">{source}</dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
