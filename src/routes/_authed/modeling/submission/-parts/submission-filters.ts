import type { listSubmissions } from '#contract/submissions.ts'
import type { Filter } from '~/components/data-table/filters.ts'
import type { FilterField } from '~/components/data-table/search.ts'
import { round, sourceWave, typed, useUsualFilters } from '~/components/jobs/usual-filters.ts'

export function useSubmissionFilters(): Filter<FilterField<typeof listSubmissions.query>>[] {
  const { country, status, person, source } = useUsualFilters()
  return [
    { kind: 'contains', field: 'title', label: 'Title' },
    country,
    status,
    person,
    { kind: 'dates', from: 'start_date', until: 'end_date', label: 'Submitted' },
    { ...source, more: true },
    { ...typed, field: 'id', label: 'Submission id', numeric: true, placeholder: 'e.g. 7' },
    sourceWave,
    round,
    { ...typed, field: 'stack_name', label: 'Band collection' },
  ]
}
