import type { Job } from '#contract/jobs/job-shapes.ts'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { JobFlag, finalBadge } from '~/components/jobs/job-flags.tsx'
import { JobStatusCell } from '~/components/jobs/job-status.tsx'
import { SimulatedMark } from '~/components/jobs/marks/simulated-mark.tsx'
import { ReportLink } from '~/components/jobs/report-link.tsx'
import { useRunName } from '~/components/jobs/run-names.ts'
import { Thumbnail } from '~/components/jobs/thumbnail.tsx'
import { VerdictBadge } from '~/components/jobs/verdict-badge.tsx'
import { JobMenu } from './job-menu.tsx'

/** A job in the gallery. */
export function JobCard({
  job,
  actionsOf,
}: {
  job: Job
  actionsOf: (jobs: readonly Job[]) => readonly RowAction[]
}) {
  const name = useRunName(job)
  return (
    <>
      <Thumbnail size="card" jobKey={job.job_key} drawn={job.status === 'completed'} place={job.country} />
      <ReportLink className="gallery-title" jobKey={job.job_key}>
        {name}
        {job.simulated && <SimulatedMark />}
      </ReportLink>
      <span className="text-muted">{job.country}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {job.verdict && <VerdictBadge verdict={job.verdict} />}
        <JobStatusCell job={job} />
        {job.final && <JobFlag {...finalBadge(true)} />}
      </span>
      <span className="absolute top-1 right-1 rounded bg-raised">
        <JobMenu job={job} actionsOf={actionsOf} />
      </span>
    </>
  )
}
