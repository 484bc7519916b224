import type { Query } from '#contract/endpoint.ts'
import type { listSurveyFacets } from '#contract/facets.ts'
import type { Executor } from '../../db/client.ts'
import { countBy, mostFrequent } from '../../db/count-facets.ts'
import { surveys } from '../../db/schema.ts'
import { filterSurveys } from './select-surveys.ts'

export const listFacets = (db: Executor, { field, ...asked }: Query<typeof listSurveyFacets>) =>
  mostFrequent(db, countBy(surveys[field], surveys, filterSurveys({ ...asked, [field]: undefined })))
