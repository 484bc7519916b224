import { Link } from '@tanstack/react-router'
import { fileSize } from '#common/file-size.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { percentDone, formatQueue } from '~/components/jobs/job-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { FileDown } from 'lucide-react'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { outputAddress } from './map/addresses.ts'
import { words } from './format.ts'

/** Shown in place of the map until the job is completed. */
export function ReportProgress({ report }: { report: JobReport }) {
  if (report.status === 'failed') {
    return (
      <Alert tone="error" title="The job failed">
        <p>{report.reason ?? 'No reason was recorded.'}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <SubmissionLink id={report.submission_id} />
          <LogLink report={report} />
        </div>
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
      <output>{report.queue_position === null ? 'In the queue' : formatQueue(report.queue_position)}</output>
      <p className="text-muted">The map appears here automatically once the job is completed.</p>
    </Card>
  )
}

function Running({ report }: { report: JobReport }) {
  const share = percentDone(report)
  return (
    <Card title="Computing">
      <ProgressBar value={report.fraction} label={`Progress: ${share} %`} className="max-w-form" />
      <output>
        {report.step ? words(report.step) : 'Starting'}, {share} %
        {report.attempt > 1 && <span className="text-muted"> (attempt {report.attempt})</span>}
      </output>
      <p className="text-muted">The map appears here automatically once the job is completed.</p>
    </Card>
  )
}

/** A job whose worker was lost, or whose store was full, has no log. */
function LogLink({ report: { id, outputs } }: { report: JobReport }) {
  const log = outputs.find(({ type }) => type === 'log')
  if (!log) return <span className="text-muted">No log of it was kept.</span>
  return (
    <a
      href={outputAddress(id, 'log')}
      download
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      <FileDown aria-hidden="true" />
      Download the log ({fileSize(log.size)})
    </a>
  )
}

const SubmissionLink = ({ id }: { id: number }) => (
  <Link
    to="/modeling/submission/$id"
    params={{ id: String(id) }}
    className={buttonClass({ variant: 'secondary', size: 'small' })}
  >
    Open its submission
  </Link>
)
