import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import type { StacRow } from './rows.ts'

/** An item about a whole file describes all its bands, up to 512: 1000 of them would be 100 MB. */
const MOST_BANDS = 2000

interface Counted extends Record<string, unknown> {
  collection: string
  record: number
  bands: number
}

/** The first of these rows, at least one, whose items describe no more bands than one answer holds. */
export async function cutPage(db: Executor, rows: readonly StacRow[]): Promise<StacRow[]> {
  const records = (of: string) =>
    sql`${sql.param(rows.flatMap(({ collection, record }) => (collection === of ? record : [])))}::int[]`
  const { rows: counted } = await db.execute<Counted>(sql`
    select 'processed-rasters' as collection, asset_id as record, count(*)::int as bands from bands
    where asset_id = any(${records('processed-rasters')}) group by asset_id
    union all
    select 'outputs', products.id, count(*)::int from products join bands on bands.asset_id = products.asset_id
    where products.id = any(${records('outputs')}) group by products.id`)
  const bandsOf = new Map(counted.map(({ collection, record, bands }) => [`${collection} ${record}`, bands]))
  let bands = 0
  const end = rows.findIndex(({ collection, record }, i) => {
    bands += bandsOf.get(`${collection} ${record}`) ?? 1
    return i > 0 && bands > MOST_BANDS
  })
  return end === -1 ? [...rows] : rows.slice(0, end)
}
