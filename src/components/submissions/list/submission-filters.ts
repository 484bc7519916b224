import type { listSubmissions } from '#contract/submissions/submission-list.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { datesFilter, typedFilter } from '~/components/data-table/filters/fixed.ts'
import { useProjectFilter } from '~/components/data-table/filters/project.ts'
import { usePersonFilter } from '~/components/data-table/filters/person.ts'
import { useSourceFilter } from '~/components/data-table/filters/source.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'
import { useJobStatusFilter } from '~/components/jobs/job-status-filter.ts'

export function useSubmissionFilters(ofProject = false): Filter<FilterField<typeof listSubmissions.query>>[] {
  const project = useProjectFilter('project_id')
  return [
    { kind: 'contains', field: 'title', label: 'Title' },
    useCountryFilter('iso3_code'),
    useJobStatusFilter('status'),
    usePersonFilter('app_user_id'),
    datesFilter('start_date', 'end_date', 'submitted', 'Submitted'),
    ...(ofProject ? [] : [project]),
    useSourceFilter('source'),
    typedFilter('id', 'Submission id', { numeric: true, placeholder: 'e.g. 7' }),
    typedFilter('source_wave', 'Source wave', { placeholder: 'e.g. 2018' }),
    typedFilter('round', 'Round', { placeholder: 'e.g. 1' }),
    typedFilter('stack_name', 'Band collection'),
  ]
}
