import { inArray, sql } from '#drizzle'
import { bands, collection_versions, collections, place_group_versions, surveys } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { ResolvedLayer } from '../configuration/validate-against-catalogues.ts'

/**
 * Records that the layers name by their ids: locked until the jobs exist, so that a concurrent deletion waits, and then
 * finds them in use. No foreign key guards ids inside the layers' JSON.
 */
export async function holdInputs(tx: Transaction, layers: readonly ResolvedLayer[]): Promise<void> {
  await hold(tx, collections, 'band collection', (layer) => [layer.collection_id], layers)
  await requireVersions(tx, layers)
  await hold(tx, surveys, 'survey', (layer) => [layer.survey_id], layers)
  await hold(tx, bands, 'population band', (layer) => [layer.population_band_id], layers)
  const versionsOf = ({ place_group_version_ids: { adm0, adm1, adm2 } }: ResolvedLayer['layer']) => [
    adm0,
    adm1,
    adm2,
  ]
  await hold(tx, place_group_versions, 'place group version', versionsOf, layers)
}

/** The collections are locked: nobody removes one of their versions now. */
async function requireVersions(tx: Transaction, layers: readonly ResolvedLayer[]): Promise<void> {
  const wanted = new Map(
    layers.map(({ layer: { collection_id, stack_version } }) => [
      `${collection_id}/${stack_version}`,
      sql`(${collection_id}::int, ${stack_version}::int)`,
    ]),
  )
  const { collection_id, version } = collection_versions
  const rows = await tx
    .select({ version })
    .from(collection_versions)
    .where(sql`(${collection_id}, ${version}) in (${sql.join([...wanted.values()], sql`, `)})`)
  if (rows.length < wanted.size) throw removed('version of a band collection')
}

async function hold(
  tx: Transaction,
  table: typeof collections | typeof surveys | typeof bands | typeof place_group_versions,
  what: string,
  idsOf: (layer: ResolvedLayer['layer']) => (number | null | undefined)[],
  layers: readonly ResolvedLayer[],
): Promise<void> {
  const wanted = [
    ...new Set(layers.flatMap(({ layer }) => idsOf(layer)).filter((id) => typeof id === 'number')),
  ]
  if (wanted.length === 0) return
  // In order of ids: two calls that lock the same rows never deadlock.
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(inArray(table.id, wanted))
    .orderBy(table.id)
    .for('key share')
  if (rows.length < wanted.length) throw removed(what)
}

const removed = (what: string) =>
  new ServiceError(
    'conflict',
    sentence`A ${what} that the configuration names was removed in the meantime. Validate it again.`,
  )
