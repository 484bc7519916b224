import type { Collection } from '#contract/rasters/collection-list.ts'
import { NUMBER_OPTIONS } from '#contract/submissions/configuration.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { csvOf } from '~/lib/files/csv.ts'

/** A configuration of one layer: the survey's target on the collection's grid, with defaults for everything else. */
export function configurationOf(
  survey: Pick<Survey, 'id' | 'iso3_code' | 'target' | 'source' | 'source_wave' | 'source_date' | 'round'>,
  collection: Pick<Collection, 'name'>,
): File {
  const { iso3_code, target } = survey
  const cells: Record<string, string> = {
    iso3_code,
    target,
    source: survey.source,
    source_wave: survey.source_wave,
    source_date: survey.source_date ?? '',
    round: survey.round,
    survey: String(survey.id),
    stack_name: collection.name,
    method: 'auto',
    folds: String(NUMBER_OPTIONS.folds.fallback),
    draws: String(NUMBER_OPTIONS.draws.fallback),
    seed: String(NUMBER_OPTIONS.seed.fallback),
  }
  const name = `${iso3_code}-${target}`.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return new File([csvOf([Object.keys(cells), Object.values(cells)])], `${name}.csv`, { type: 'text/csv' })
}
