import { facetsFrom } from '../../db/count-facets.ts'
import { surveys } from '../../db/schema.ts'
import { filterSurveys } from './select-surveys.ts'

const { iso3_code, source, target, source_wave, round } = surveys

export const listFacets = facetsFrom(surveys, filterSurveys, {
  iso3_code,
  source,
  target,
  source_wave,
  round,
})
