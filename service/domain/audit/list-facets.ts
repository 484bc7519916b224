import { facetsFrom } from '../../db/count-facets.ts'
import { audit_log } from '../../db/schema.ts'
import { filterEntries } from './list.ts'

export const listFacets = facetsFrom(audit_log, filterEntries, {
  who: audit_log.user_id,
  what: audit_log.action,
  result: audit_log.result,
})
