import { useQuery } from '@tanstack/react-query'
import { JOB_STATUSES } from '#contract/job-shapes.ts'
import type { listJobs } from '#contract/jobs.ts'
import { choicesOf } from '~/components/data-table/choices-of.ts'
import type { Filter } from '~/components/data-table/filters.ts'
import type { FilterField } from '~/components/data-table/search.ts'
import { countriesQuery } from '~/server/countries.functions.ts'
import { sourcesQuery, targetsQuery } from '~/server/jobs.functions.ts'
import { tagsQuery } from '~/server/tags.functions.ts'
import { usersQuery } from '~/server/users.functions.ts'
import { STATUS_WORDS } from './status-badge.tsx'

/** What the toolbar of a jobs table offers: the filters of the contract, in words. */
export function useJobFilters(): Filter<FilterField<typeof listJobs.query>>[] {
  const countries = useQuery(countriesQuery)
  const people = useQuery(usersQuery)
  const sources = useQuery(sourcesQuery)
  const targets = useQuery(targetsQuery)
  const tags = useQuery(tagsQuery)
  return [
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
      field: 'source',
      label: 'Source',
      typed: true,
      choices: choicesOf(sources, (name) => ({ value: name, label: name })),
    },
    {
      kind: 'choice',
      field: 'target',
      label: 'Target',
      typed: true,
      choices: choicesOf(targets, (name) => ({ value: name, label: name })),
    },
    {
      kind: 'choice',
      field: 'app_user_id',
      label: 'Person',
      numeric: true,
      choices: choicesOf(people, ({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'dates', from: 'submit_date_start', until: 'submit_date_end', label: 'Submitted' },
    {
      kind: 'choice',
      field: 'tags',
      label: 'Tag',
      typed: true,
      choices: choicesOf(tags, ({ name }) => ({ value: name, label: name })),
    },
    { kind: 'flag', field: 'final', label: 'Final', yes: 'Yes', no: 'No', more: true },
    { kind: 'flag', field: 'all_adm_pass', label: 'All ADM pass', yes: 'Yes', no: 'No', more: true },
    { kind: 'flag', field: 'is_overfit', label: 'Overfit', yes: 'Yes', no: 'No', more: true },
    {
      kind: 'choice',
      field: 'id',
      label: 'Job id',
      numeric: true,
      typed: true,
      choices: [],
      more: true,
      placeholder: 'e.g. 42',
    },
    {
      kind: 'choice',
      field: 'submission_id',
      label: 'Submission id',
      numeric: true,
      typed: true,
      choices: [],
      more: true,
      placeholder: 'e.g. 7',
    },
    {
      kind: 'choice',
      field: 'source_wave',
      label: 'Source wave',
      typed: true,
      choices: [],
      more: true,
      placeholder: 'e.g. 2018',
    },
    { kind: 'date', field: 'source_date', label: 'Source date', more: true },
    {
      kind: 'choice',
      field: 'round',
      label: 'Round',
      typed: true,
      choices: [],
      more: true,
      placeholder: 'e.g. 1',
    },
    { kind: 'contains', field: 'data_description', label: 'Data description', more: true },
  ]
}
