import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Submission } from '#contract/submission-list.ts'
import { DataTable, type DataTableProps } from '~/components/data-table/data-table.tsx'
import { useLiveJobs } from '~/components/jobs/live-jobs.ts'
import { LiveNote } from '~/components/jobs/live-note.tsx'
import { countriesQuery } from '~/server/countries.functions.ts'
import { submissionColumns } from './submission-columns.tsx'
import { useSubmissionFilters } from './submission-filters.ts'

type Address = Pick<DataTableProps<Submission>, 'search' | 'onSearch' | 'ignored'>

/** Submissions with their progress, live; on a project's page without the filter by project. */
export function SubmissionsTable({
  address,
  result,
  empty,
  ofProject = false,
}: {
  address: Address
  result: UseQueryResult<{ content: Submission[]; totalElements: number }>
  empty: ReactNode
  ofProject?: boolean
}) {
  const countries = useQuery(countriesQuery)
  const filters = useSubmissionFilters(ofProject)
  const liveness = useLiveJobs()
  const columns = useMemo(() => {
    const names = new Map(countries.data?.content.map(({ iso3_code, name }) => [iso3_code, name]))
    return submissionColumns((iso3) => names.get(iso3) ?? iso3, ofProject)
  }, [countries.data, ofProject])
  return (
    <DataTable
      label="Submissions"
      pluralNoun="submissions"
      columns={columns}
      rowId={({ id }) => String(id)}
      {...address}
      filters={filters}
      result={result}
      empty={empty}
      newest="datetime_submitted"
      note={<LiveNote liveness={liveness} />}
    />
  )
}
