import type { JobReport } from '#contract/job-shapes.ts'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands, collections, countries, type Layer, place_group_versions, surveys } from '../../db/schema.ts'

type Read = (db: Executor, id: number) => PromiseLike<{ name: string }[]>

const READERS: Readonly<Record<string, Read>> = {
  survey_id: (db, id) => {
    const { source, source_wave, target, iso3_code } = surveys
    return db
      .select({
        name: sql<string>`concat(${countries.name}, ' · ', ${source}, ' ', ${source_wave}, ' · ', ${target})`,
      })
      .from(surveys)
      .innerJoin(countries, eq(countries.iso3_code, iso3_code))
      .where(eq(surveys.id, id))
  },
  collection_id: (db, id) =>
    db.select({ name: collections.name }).from(collections).where(eq(collections.id, id)),
  population_band_id: (db, id) => db.select({ name: bands.name }).from(bands).where(eq(bands.id, id)),
  place_group_version_ids: (db, id) => {
    const { version, iso3_code } = place_group_versions
    return db
      .select({ name: sql<string>`concat(${countries.name}, ' · ', ${version})` })
      .from(place_group_versions)
      .innerJoin(countries, eq(countries.iso3_code, iso3_code))
      .where(eq(place_group_versions.id, id))
  },
}

/** The names of the records that a layer has by id, by their columns; null for one that was deleted. */
export async function namesOfInputs(db: Executor, layer: Layer): Promise<JobReport['names']> {
  const { survey_id, collection_id, population_band_id, place_group_version_ids } = layer
  const outlines = Object.entries(place_group_version_ids ?? {}).map(
    ([level, id]) => [`place_group_version_ids.${level}`, id] as const,
  )
  const ids = [...Object.entries({ survey_id, collection_id, population_band_id }), ...outlines]
  const names: JobReport['names'] = {}
  for (const [column, id] of ids) {
    if (typeof id !== 'number') continue
    const [row] = await READERS[column.split('.')[0]](db, id)
    names[column] = row?.name ?? null
  }
  return names
}
