import { listClients } from '#contract/projects/client-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listClients)
