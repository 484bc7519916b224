import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listDatasets)
