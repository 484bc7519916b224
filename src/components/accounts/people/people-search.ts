import { listAccounts } from '#contract/accounts/people.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listAccounts)
