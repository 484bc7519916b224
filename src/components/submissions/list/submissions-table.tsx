import { useMemo } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { DataTable, type DataTableProps } from '~/components/data-table/table/data-table.tsx'
import { useLiveJobs } from '~/components/jobs/list/live-jobs.ts'
import { LiveNote } from '~/components/jobs/list/live-note.tsx'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { submissionColumns } from './submission-columns.tsx'
import { useSubmissionFilters } from './submission-filters.ts'

/** Submissions with their progress, live; on a project's page without the filter by project. */
export function SubmissionsTable({
  me,
  address,
  result,
  empty,
  ofProject = false,
}: Pick<DataTableProps<Submission>, 'result' | 'empty'> & {
  me: Me
  address: Pick<DataTableProps<Submission>, 'call' | 'search' | 'onSearch' | 'ignored'>
  ofProject?: boolean
}) {
  const countryName = useCountryName()
  const filters = useSubmissionFilters(ofProject)
  const liveness = useLiveJobs()
  const columns = useMemo(() => submissionColumns(me, countryName, ofProject), [me, countryName, ofProject])
  return (
    <DataTable
      label="Submissions"
      pluralNoun="submissions"
      columns={columns}
      {...address}
      filters={filters}
      result={result}
      empty={empty}
      newest="datetime_submitted"
      note={<LiveNote liveness={liveness} />}
    />
  )
}
