import { useQuery } from '@tanstack/react-query'
import { JOB_STATUSES } from '#contract/job-shapes.ts'
import { choicesOf } from '~/components/data-table/choices-of.ts'
import type { Filter } from '~/components/data-table/filters.ts'
import { countriesQuery } from '~/server/countries.functions.ts'
import { sourcesQuery } from '~/server/jobs.functions.ts'
import { usersQuery } from '~/server/users.functions.ts'
import { STATUS_WORDS } from './status-badge.tsx'

/** The filters that jobs and submissions have alike. */
export function useUsualFilters() {
  const countries = useQuery(countriesQuery)
  const people = useQuery(usersQuery)
  const sources = useQuery(sourcesQuery)
  return {
    country: {
      kind: 'choice',
      field: 'iso3_code',
      label: 'Country',
      choices: choicesOf(countries, ({ iso3_code, name }) => ({
        value: iso3_code,
        label: name,
        note: iso3_code,
      })),
    },
    status: {
      kind: 'choice',
      field: 'status',
      label: 'Status',
      choices: JOB_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status] })),
    },
    source: {
      kind: 'choice',
      field: 'source',
      label: 'Source',
      typed: true,
      choices: choicesOf(sources, (name) => ({ value: name, label: name })),
    },
    person: {
      kind: 'choice',
      field: 'app_user_id',
      label: 'Person',
      numeric: true,
      choices: choicesOf(people, ({ id, name }) => ({ value: String(id), label: name })),
    },
  } as const satisfies Record<string, Filter>
}

/** Stands under 'More filters', without a list to choose from. */
export const typed = { kind: 'choice', typed: true, choices: [], more: true } as const
export const sourceWave = {
  ...typed,
  field: 'source_wave',
  label: 'Source wave',
  placeholder: 'e.g. 2018',
} as const
export const round = { ...typed, field: 'round', label: 'Round', placeholder: 'e.g. 1' } as const
