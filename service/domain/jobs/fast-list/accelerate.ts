import type { Executor } from '../../../db/client.ts'
import type { ListByIdsPlan } from '../../../db/list-by-ids.ts'
import { type Filters, filterJobs } from '../filter-jobs.ts'
import { totalFromCounters } from './kept-counts.ts'
import { canUseMetricIndex, findByMetric } from './metric-index.ts'
import { describedBy, rarestWord } from './rarest-word.ts'
import { findSelective, isSelective } from './selective.ts'

/** The same list, faster at a million jobs: README.md in this folder says how. */
export async function accelerate<Sort extends string, Item>(
  db: Executor,
  filters: Filters,
  ordinary: ListByIdsPlan<Sort, Item>,
): Promise<ListByIdsPlan<Sort, Item>> {
  const needle = filters.data_description
  const word = needle ? await rarestWord(db, needle) : undefined
  const where =
    needle && word
      ? [...filterJobs({ ...filters, data_description: undefined }), describedBy(needle, word)]
      : ordinary.where
  const plan = { ...ordinary, where, total: totalFromCounters(filters) }
  if (isSelective(filters)) return { ...plan, shortcut: () => findSelective(db, plan) }
  if (canUseMetricIndex(filters, plan.query)) return { ...plan, shortcut: () => findByMetric(db, plan) }
  return plan
}
