import { listAudit } from '#contract/audit.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listAudit)
