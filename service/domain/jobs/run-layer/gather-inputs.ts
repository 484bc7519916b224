import { availableParallelism } from 'node:os'
import { type SQL, alias, and, asc, eq, inArray } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { readFileId } from '../../../db/read-file.ts'
import {
  assets,
  bands,
  collection_bands,
  files,
  place_group_versions,
  places,
  surveys,
  type Layer,
} from '../../../db/schema.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '../../../service-error.ts'
import { chooseYears } from '../../collections/choose-years.ts'
import { loadPoints } from '../../surveys/load-points.ts'
import { type BandFactRow, bandFactColumns, bandFacts } from './band-facts.ts'
import type { AdminUnits, ClaimedJob, InputBand, LayerTask } from './layer-task.ts'

/** Everything that the layer names, looked up; its rasters stay where they are. */
export async function gatherInputs(
  db: Executor,
  store: FileStore,
  claim: ClaimedJob,
  folder: string,
): Promise<LayerTask> {
  const { layer } = claim
  const covariates = await bandsOfCollection(db, store, layer)
  const population =
    layer.population_band_id === null ? null : await oneBand(db, store, layer.population_band_id)
  const { country, admin } = await adminUnits(db, layer)
  return {
    layer,
    ...(await surveyOf(db, store, claim)),
    bands: covariates,
    population,
    country,
    admin,
    folder,
    threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
  }
}

async function surveyOf(
  db: Executor,
  store: FileStore,
  { layer, survey_id, points_file_id, app_user_id }: ClaimedJob,
): Promise<Pick<LayerTask, 'points' | 'survey'>> {
  const [survey] =
    points_file_id === null && survey_id !== null
      ? await db.select().from(surveys).where(eq(surveys.id, survey_id))
      : []
  const fileId = points_file_id ?? survey?.file_id
  if (fileId === undefined)
    throw new ServiceError('not-found', sentence`The survey of this layer is no longer in the catalogue.`)
  const [file] = await db.select().from(files).where(eq(files.id, fileId))
  if (!file) throw new ServiceError('not-found', sentence`The points file of this layer is no longer stored.`)
  const source = {
    file,
    columns: layer.columns,
    remedies: layer.remedies,
    survey: survey ?? null,
  }
  return {
    points: { name: file.name, sha256: file.sha256 },
    survey: await loadPoints({ db, files: store }, source, { personId: app_user_id }),
  }
}

const readFiles = alias(files, 'read_files')

/** `sha256` names the file as it was sent, `key` what its cells are read from. */
const bandColumns = {
  id: bands.id,
  name: bands.name,
  bandIndex: bands.band_index,
  key: readFiles.key,
  sha256: files.sha256,
  facts: bandFactColumns,
}
type BandRow = { name: string; bandIndex: number; key: string; sha256: string; facts: BandFactRow }

async function inputOf(
  store: FileStore,
  { name, bandIndex, key, sha256, facts }: BandRow,
): Promise<InputBand> {
  return { name, bandIndex, sha256, stored: await store.version(key), about: bandFacts(facts) }
}

/** In the order of the layer's version of the collection; of a series, the year that is nearest to the survey. */
async function bandsOfCollection(db: Executor, store: FileStore, layer: Layer): Promise<InputBand[]> {
  const { series, year } = collection_bands
  const rows = await db
    .select({ ...bandColumns, series, year })
    .from(collection_bands)
    .innerJoin(bands, eq(bands.id, collection_bands.band_id))
    .innerJoin(assets, eq(assets.id, bands.asset_id))
    .innerJoin(files, eq(files.id, assets.file_id))
    .innerJoin(readFiles, eq(readFiles.id, readFileId))
    .where(
      and(
        eq(collection_bands.collection_id, layer.collection_id),
        eq(collection_bands.version, layer.stack_version),
      ),
    )
    .orderBy(asc(collection_bands.position))
  if (rows.length === 0) {
    throw new ServiceError(
      'not-found',
      sentence`The band collection '${layer.stack_name}' no longer has any bands.`,
    )
  }
  const result: InputBand[] = []
  for (const row of chooseYears(rows, layer.covariate_year)) {
    const facts = { ...row.facts, year: row.year ?? row.facts.year }
    result.push(await inputOf(store, { ...row, name: row.series ?? row.name, facts }))
  }
  return result
}

export async function oneBand(db: Executor, store: FileStore, id: number): Promise<InputBand> {
  const [row] = await db
    .select(bandColumns)
    .from(bands)
    .innerJoin(assets, eq(assets.id, bands.asset_id))
    .innerJoin(files, eq(files.id, assets.file_id))
    .innerJoin(readFiles, eq(readFiles.id, readFileId))
    .where(eq(bands.id, id))
  if (!row)
    throw new ServiceError(
      'not-found',
      sentence`The population band of this layer is no longer in the catalogue.`,
    )
  return inputOf(store, row)
}

async function adminUnits(db: Executor, layer: Layer): Promise<Pick<LayerTask, 'country' | 'admin'>> {
  const { adm0, adm1, adm2 } = layer.place_group_version_ids
  const byType = await unitsOf(db, inArray(place_group_versions.id, numbers([adm0, adm1, adm2])))
  const country = byType.adm0 ?? byType.adm1 ?? (await defaultOutline(db, layer.iso3_code)) ?? byType.adm2
  if (!country) {
    throw new ServiceError(
      'not-found',
      sentence`There are no outlines of ${layer.iso3_code}; load a place group first.`,
    )
  }
  const admin = layer.adm_levels.map((level) => {
    const units = byType[`adm${level}`]
    if (!units) {
      throw new ServiceError(
        'not-found',
        sentence`There are no admin units of level ${level} for ${layer.iso3_code}; load a place group or leave the level out of adm_levels.`,
      )
    }
    return { ...units, level }
  })
  return { country, admin }
}

const numbers = (ids: (number | null | undefined)[]) => ids.filter((id) => typeof id === 'number')

/** A layer that requests only level 2 still has the country's outline in a version that it doesn't name. */
async function defaultOutline(db: Executor, iso3: string): Promise<AdminUnits | undefined> {
  const { iso3_code, is_default, active } = place_group_versions
  const byType = await unitsOf(db, and(eq(iso3_code, iso3), eq(is_default, true), eq(active, true)))
  return byType.adm0 ?? byType.adm1
}

export async function unitsOf(
  db: Executor,
  which: SQL | undefined,
): Promise<Partial<Record<AdminUnits['place_type'], AdminUnits>>> {
  const versions = await db.select().from(place_group_versions).where(which)
  const byType: Partial<Record<AdminUnits['place_type'], AdminUnits>> = {}
  for (const { id, place_type, version } of versions) {
    const units = await db
      .select({ code: places.code, name: places.name, area: places.geometry })
      .from(places)
      .where(eq(places.version_id, id))
      .orderBy(asc(places.position))
    if (units.length > 0) byType[place_type] = { place_type, version, units }
  }
  return byType
}
