import { listBands } from '#contract/rasters/band-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listBands)
