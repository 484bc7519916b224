import { useMemo } from 'react'
import { runNames, withoutTitle } from '#common/run-name.ts'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { DataTable, type DataTableProps } from '~/components/data-table/table/data-table.tsx'
import { useSelection } from '~/components/data-table/selection/selection.ts'
import { RunNames } from '~/components/jobs/run-names.ts'
import { useJobActions } from './job-actions.tsx'
import { JobCard } from './job-card.tsx'
import { jobColumns } from './job-columns.tsx'
import { useJobFilters } from './job-filters.ts'
import { useLiveJobs } from './live-jobs.ts'
import { LiveNote } from './live-note.tsx'
import { noJobsYet } from './no-jobs-yet.tsx'

/** Jobs with their actions, updated while they run; all of them, or those of one submission. */
export function JobsTable({
  me,
  submissionId,
  ...table
}: Pick<
  DataTableProps<Job>,
  'label' | 'pluralNoun' | 'call' | 'search' | 'onSearch' | 'ignored' | 'result' | 'newest'
> & {
  me: Me
  submissionId?: number
}) {
  const inSubmission = submissionId !== undefined
  const filters = useJobFilters().filter(
    (filter) => !inSubmission || !('field' in filter) || filter.field !== 'submission_id',
  )
  const liveness = useLiveJobs(submissionId)
  const selected = useSelection<Job>()
  const { actionsOf, dialogs } = useJobActions(me)
  const columns = useMemo(() => jobColumns({ me, actionsOf, inSubmission }), [me, actionsOf, inSubmission])
  const jobs = table.result.data?.content
  const names = useMemo(
    () => runNames((jobs ?? []).map((job) => (inSubmission ? withoutTitle(job) : job))),
    [jobs, inSubmission],
  )
  return (
    <RunNames value={names}>
      <DataTable
        {...table}
        columns={columns}
        filters={filters}
        empty={noJobsYet(me)}
        card={inSubmission ? undefined : (job) => <JobCard job={job} actionsOf={actionsOf} />}
        note={<LiveNote liveness={liveness} />}
        selection={{ state: selected, nameOf: ({ job_key }) => job_key, actions: actionsOf }}
      />
      {dialogs}
    </RunNames>
  )
}
