import { listAssets } from '#contract/rasters/asset-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listAssets)
