import { listTags } from '#contract/projects/tag-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listTags)
