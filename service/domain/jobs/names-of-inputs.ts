import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands, collections, countries, type Layer, place_group_versions, surveys } from '../../db/schema.ts'

type Read = (db: Executor, id: number) => PromiseLike<{ name: string }[]>

const survey: Read = (db, id) => {
  const { source, source_wave, target, iso3_code } = surveys
  return db
    .select({
      name: sql<string>`concat(${countries.name}, ' · ', ${source}, ' ', ${source_wave}, ' · ', ${target})`,
    })
    .from(surveys)
    .innerJoin(countries, eq(countries.iso3_code, iso3_code))
    .where(eq(surveys.id, id))
}
const collection: Read = (db, id) =>
  db.select({ name: collections.name }).from(collections).where(eq(collections.id, id))
const band: Read = (db, id) => db.select({ name: bands.name }).from(bands).where(eq(bands.id, id))
const outlines: Read = (db, id) => {
  const { version, iso3_code } = place_group_versions
  return db
    .select({ name: sql<string>`concat(${countries.name}, ' · ', ${version})` })
    .from(place_group_versions)
    .innerJoin(countries, eq(countries.iso3_code, iso3_code))
    .where(eq(place_group_versions.id, id))
}

/** The names of the records that a layer has by id, by their columns; null for one that was deleted. */
export async function namesOfInputs(db: Executor, layer: Layer): Promise<JobReport['names']> {
  const inputs: [column: string, id: number | null | undefined, read: Read][] = [
    ['survey_id', layer.survey_id, survey],
    ['collection_id', layer.collection_id, collection],
    ['population_band_id', layer.population_band_id, band],
  ]
  for (const [level, id] of Object.entries(layer.place_group_version_ids ?? {}))
    inputs.push([`place_group_version_ids.${level}`, id, outlines])
  const names: JobReport['names'] = {}
  for (const [column, id, read] of inputs) {
    if (typeof id !== 'number') continue
    const [row] = await read(db, id)
    names[column] = row?.name ?? null
  }
  return names
}
