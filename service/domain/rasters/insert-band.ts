import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands, type BandStatistics } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

export interface NewBand {
  name: string
  /** Its name if another band has the first one. */
  otherwise?: string
  description?: string
  unit?: string
  year?: number | null
  source?: string
  iso3_code?: string | null
}

export const taken = (name: string) =>
  new ServiceError(
    'conflict',
    sentence`A band named '${name}' is already in the catalogue; choose another name.`,
  )

export function requireDifferentNames(wanted: readonly NewBand[]): void {
  const names = wanted.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new ServiceError('invalid', sentence`The band '${twice}' is named twice.`)
}

/** Checked before a raster is inspected, so that a duplicate name costs nothing. */
export async function requireFreeBandNames(db: Executor, wanted: readonly NewBand[]): Promise<void> {
  requireDifferentNames(wanted)
  if (wanted.length === 0) return
  const names = wanted.map(({ name }) => name)
  const [row] = await db.select({ name: bands.name }).from(bands).where(inArray(bands.name, names)).limit(1)
  if (row) throw taken(row.name)
}

export async function insertBand(
  tx: Executor,
  band: NewBand & { asset_id: number; band_index?: number; statistics: BandStatistics },
): Promise<{ id: number; name: string }> {
  const insert = async (name: string) => {
    const [row] = await tx
      .insert(bands)
      .values({
        asset_id: band.asset_id,
        band_index: band.band_index ?? 1,
        name,
        description: band.description ?? '',
        unit: band.unit ?? '',
        year: band.year ?? null,
        source: band.source ?? '',
        iso3_code: band.iso3_code ?? null,
        statistics: band.statistics,
        categorical: band.statistics.classes !== undefined,
      })
      .onConflictDoNothing({ target: bands.name })
      .returning({ id: bands.id, name: bands.name })
    return row as typeof row | undefined
  }
  const { name, otherwise = name } = band
  const row = (await insert(name)) ?? (otherwise === name ? undefined : await insert(otherwise))
  if (!row) throw taken(otherwise)
  return row
}
