import { inArray } from 'drizzle-orm'
import { bands, collections, place_group_versions } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import type { ResolvedLayer } from '../configuration/validate-against-catalogues.ts'

/**
 * Records that the layers name by an id inside their JSON, where no foreign key guards it: locked until the jobs exist,
 * so that a concurrent deletion waits, and then finds them in use.
 */
export async function holdInputs(tx: Transaction, layers: readonly ResolvedLayer[]): Promise<void> {
  await hold(tx, collections, 'band collection', (layer) => [layer.collection_id], layers)
  await hold(tx, bands, 'population band', (layer) => [layer.population_band_id], layers)
  const versionsOf = ({ place_group_version_ids: { adm0, adm1, adm2 } }: ResolvedLayer['layer']) => [
    adm0,
    adm1,
    adm2,
  ]
  await hold(tx, place_group_versions, 'place group version', versionsOf, layers)
}

async function hold(
  tx: Transaction,
  table: typeof collections | typeof bands | typeof place_group_versions,
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
  if (rows.length < wanted.length)
    throw new ServiceError(
      'conflict',
      `A ${what} that the configuration names was removed in the meantime. Validate it again.`,
    )
}
