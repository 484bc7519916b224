import { useQuery } from '@tanstack/react-query'
import { JOB_METRICS, JOB_PARAMETERS, type JobFigure } from '#contract/jobs/job-figures.ts'
import type { listJobs } from '#contract/jobs/jobs.ts'
import { VERDICT_LEVELS } from '#contract/jobs/verdict.ts'
import { choicesOf } from '~/components/data-table/filters/choices-of.ts'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useCountryFilter } from '~/components/data-table/filters/country.ts'
import { datesFilter, typedFilter, yesNoFilter } from '~/components/data-table/filters/fixed.ts'
import { usePersonFilter } from '~/components/data-table/filters/person.ts'
import { useSourceFilter } from '~/components/data-table/filters/source.ts'
import { useTagFilter } from '~/components/data-table/filters/tag.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'
import { targetsQuery } from '~/server/jobs.functions.ts'
import { VERDICT_LABELS } from '~/components/jobs/verdict-labels.ts'
import { FIGURE_FORMATS } from './figure-formats.ts'
import { useJobStatusFilter } from '~/components/jobs/job-status-filter.ts'

/** The filters of a jobs table's toolbar: those of the contract, with labels. */
export function useJobFilters(): Filter<FilterField<typeof listJobs.query>>[] {
  const targets = useQuery(targetsQuery)
  return [
    useCountryFilter('iso3_code'),
    useJobStatusFilter('status'),
    useSourceFilter('source'),
    {
      kind: 'choice',
      field: 'target',
      label: 'Target',
      typed: true,
      choices: choicesOf(targets, (name) => ({ value: name, label: name })),
    },
    usePersonFilter('app_user_id'),
    datesFilter('submit_date_start', 'submit_date_end', 'submitted', 'Submitted'),
    useTagFilter('tags', 'tags_match'),
    verdictFilter,
    yesNoFilter('final', 'Final'),
    yesNoFilter('all_adm_pass', 'All ADM pass'),
    yesNoFilter('is_overfit', 'Overfit'),
    yesNoFilter('has_newer', 'Sent again'),
    rangesFilter('Metrics', JOB_METRICS),
    rangesFilter('Parameters', JOB_PARAMETERS),
    typedFilter('method', 'Method', { placeholder: 'e.g. gp' }),
    typedFilter('stack_name', 'Collection', { placeholder: 'e.g. nga_basic' }),
    typedFilter('stack_version', 'Collection version', { numeric: true, placeholder: 'e.g. 2' }),
    typedFilter('id', 'Job id', { numeric: true, placeholder: 'e.g. 42' }),
    typedFilter('submission_id', 'Submission id', { numeric: true, placeholder: 'e.g. 7' }),
    typedFilter('source_wave', 'Source wave', { placeholder: 'e.g. 2018' }),
    { kind: 'date', field: 'source_date', label: 'Source date' },
    typedFilter('round', 'Round', { placeholder: 'e.g. 1' }),
    { kind: 'contains', field: 'data_description', label: 'Data description' },
  ]
}

const verdictFilter: Filter<FilterField<typeof listJobs.query>> = {
  kind: 'choice',
  field: 'verdict',
  label: 'Usable for',
  choices: VERDICT_LEVELS.map((value) => ({ value, label: VERDICT_LABELS[value] })),
}

const rangesFilter = (
  label: string,
  figures: readonly JobFigure[],
): Filter<FilterField<typeof listJobs.query>> => ({
  kind: 'ranges',
  label,
  ranges: figures.map((figure) => ({
    from: `${figure}_min`,
    until: `${figure}_max`,
    label: figure === 'duration_s' ? 'Duration, seconds' : FIGURE_FORMATS[figure].label,
    share: FIGURE_FORMATS[figure].share,
  })),
})
