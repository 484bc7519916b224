import { listProcessed } from '#contract/rasters/processed.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listProcessed)
