import { listSurveys } from '#contract/surveys/survey-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listSurveys)
