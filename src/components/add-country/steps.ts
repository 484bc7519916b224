import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'

export const STEPS = ['outlines', 'covariates', 'collection', 'survey', 'configuration', 'layer'] as const
type Step = (typeof STEPS)[number]
export type StepState = 'done' | 'next' | 'open'

export interface CountryRecords {
  outlines: readonly Pick<PlaceGroupVersion, 'place_type' | 'is_default'>[]
  bands: number
  collections: number
  surveys: number
  jobs: number
  completed: number
}

/**
 * A country's progress, from the catalogs' records: the first unfinished step is the next one. A collection of bands
 * that cover the whole world needs no bands of the country.
 */
export function stepStates(records: CountryRecords): Record<Step, StepState> {
  const isDone: Record<Step, boolean> = {
    outlines: records.outlines.some(({ is_default }) => is_default),
    covariates: records.bands > 0 || records.collections > 0,
    collection: records.collections > 0,
    survey: records.surveys > 0,
    configuration: records.jobs > 0,
    layer: records.completed > 0,
  }
  const next = STEPS.find((step) => !isDone[step])
  return Object.fromEntries(
    STEPS.map((step) => [step, isDone[step] ? 'done' : step === next ? 'next' : 'open']),
  ) as Record<Step, StepState>
}

/** The admin table needs units below the country. */
export const lacksUnits = (outlines: CountryRecords['outlines']) =>
  outlines.some(({ is_default }) => is_default) &&
  !outlines.some(({ place_type, is_default }) => is_default && place_type !== 'adm0')

/** Optional: nothing else needs it. */
export const mayAddSecondLevel = (outlines: CountryRecords['outlines']) =>
  outlines.some(({ place_type }) => place_type === 'adm1') &&
  !outlines.some(({ place_type }) => place_type === 'adm2')
