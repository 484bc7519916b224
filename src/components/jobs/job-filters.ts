import { useQuery } from '@tanstack/react-query'
import type { listJobs } from '#contract/jobs.ts'
import { choicesOf } from '~/components/data-table/choices-of.ts'
import type { Filter } from '~/components/data-table/filters.ts'
import type { FilterField } from '~/components/data-table/search.ts'
import { targetsQuery } from '~/server/jobs.functions.ts'
import { tagsQuery } from '~/server/tags.functions.ts'
import { round, sourceWave, typed, useUsualFilters } from './usual-filters.ts'

/** What the toolbar of a jobs table offers: the filters of the contract, in words. */
export function useJobFilters(): Filter<FilterField<typeof listJobs.query>>[] {
  const { country, status, source, person } = useUsualFilters()
  const targets = useQuery(targetsQuery)
  const tags = useQuery(tagsQuery)
  return [
    country,
    status,
    source,
    {
      kind: 'choice',
      field: 'target',
      label: 'Target',
      typed: true,
      choices: choicesOf(targets, (name) => ({ value: name, label: name })),
    },
    person,
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
    { ...typed, field: 'id', label: 'Job id', numeric: true, placeholder: 'e.g. 42' },
    { ...typed, field: 'submission_id', label: 'Submission id', numeric: true, placeholder: 'e.g. 7' },
    sourceWave,
    { kind: 'date', field: 'source_date', label: 'Source date', more: true },
    round,
    { kind: 'contains', field: 'data_description', label: 'Data description', more: true },
  ]
}
