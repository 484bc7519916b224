import { Link } from '@tanstack/react-router'
import type { JobReport } from '#contract/jobs.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { words } from './format.ts'

/** What stands in the map's place until the job is completed. */
export function ReportProgress({ report }: { report: JobReport }) {
  if (report.status === 'failed') {
    return (
      <Alert tone="error" title="The job failed">
        <p>{report.reason ?? 'No reason was recorded.'}</p>
        <p className="mt-3">
          <SubmissionLink id={report.submission_id} />
        </p>
      </Alert>
    )
  }
  if (report.status === 'cancelled') {
    return (
      <Alert title="The job was cancelled">
        <p>There is no map. Its submission can be run again.</p>
        <p className="mt-3">
          <SubmissionLink id={report.submission_id} />
        </p>
      </Alert>
    )
  }
  return report.status === 'pending' ? <Pending report={report} /> : <Running report={report} />
}

function Pending({ report }: { report: JobReport }) {
  return (
    <Card title="Waiting for a worker">
      <p role="status">
        {report.queue_position === null
          ? 'The job is in the queue.'
          : report.queue_position === 1
            ? 'The job is next in the queue.'
            : `The job has place ${report.queue_position} in the queue.`}
      </p>
      <p className="text-muted">The map appears here by itself once the job is completed.</p>
    </Card>
  )
}

function Running({ report }: { report: JobReport }) {
  const share = Math.round(report.fraction * 100)
  return (
    <Card title="Computing">
      <ProgressBar value={report.fraction} label={`Progress: ${share} %`} className="max-w-form" />
      <p role="status">
        {report.step ? words(report.step) : 'Starting'}, {share} %
        {report.attempt > 1 && <span className="text-muted"> (attempt {report.attempt})</span>}
      </p>
      <p className="text-muted">The map appears here by itself once the job is completed.</p>
    </Card>
  )
}

const SubmissionLink = ({ id }: { id: number }) => (
  <Link
    to="/modeling/submission"
    search={{ id: [id] } as never}
    className={buttonClass({ variant: 'secondary', size: 'small' })}
  >
    Open its submission
  </Link>
)
