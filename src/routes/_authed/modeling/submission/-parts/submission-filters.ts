import { useQuery } from '@tanstack/react-query'
import { JOB_STATUSES } from '#contract/job-shapes.ts'
import type { listSubmissions } from '#contract/submissions.ts'
import type { Filter } from '~/components/data-table/filters.ts'
import type { FilterField } from '~/components/data-table/search.ts'
import { choicesOf } from '~/components/data-table/choices-of.ts'
import { STATUS_WORDS } from '~/components/jobs/status-badge.tsx'
import { countriesQuery } from '~/server/countries.functions.ts'
import { sourcesQuery } from '~/server/jobs.functions.ts'
import { usersQuery } from '~/server/users.functions.ts'

const typed = { kind: 'choice', typed: true, choices: [], more: true } as const

export function useSubmissionFilters(): Filter<FilterField<typeof listSubmissions.query>>[] {
  const countries = useQuery(countriesQuery)
  const people = useQuery(usersQuery)
  const sources = useQuery(sourcesQuery)
  return [
    { kind: 'contains', field: 'title', label: 'Title' },
    {
      kind: 'choice',
      field: 'iso3_code',
      label: 'Country',
      choices: choicesOf(countries, ({ iso3_code, name }) => ({
        value: iso3_code,
        label: name,
        note: iso3_code,
      })),
    },
    {
      kind: 'choice',
      field: 'status',
      label: 'Status',
      choices: JOB_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status] })),
    },
    {
      kind: 'choice',
      field: 'app_user_id',
      label: 'Person',
      numeric: true,
      choices: choicesOf(people, ({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'dates', from: 'start_date', until: 'end_date', label: 'Submitted' },
    {
      kind: 'choice',
      field: 'source',
      label: 'Source',
      typed: true,
      more: true,
      choices: choicesOf(sources, (name) => ({ value: name, label: name })),
    },
    { ...typed, field: 'id', label: 'Submission id', numeric: true, placeholder: 'e.g. 7' },
    { ...typed, field: 'source_wave', label: 'Source wave', placeholder: 'e.g. 2018' },
    { ...typed, field: 'round', label: 'Round', placeholder: 'e.g. 1' },
    { ...typed, field: 'stack_name', label: 'Band collection' },
  ]
}
