import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listSubmissions)
