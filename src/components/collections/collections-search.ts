import { listCollections } from '#contract/rasters/collection-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listCollections)
