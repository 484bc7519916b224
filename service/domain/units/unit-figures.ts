import { parse } from 'csv-parse/sync'
import { and, asc, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Layer, job_adm, jobs, place_group_versions, places } from '../../db/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { Cell } from '../../tables/table.ts'
import { findOutput } from '../outputs/find-output.ts'
import { type UnitColumn, type UnitRow, unitColumns } from './unit-columns.ts'

interface UnitFigures {
  job_key: string | null
  /** When the figures were computed. */
  computed_at: Date
  columns: UnitColumn[]
  rows: UnitRow[]
  /** Of each level, the version of the place group that the run used. */
  versions: { level: number; id: number }[]
}

const MAX_BYTES = 2 ** 26

/** All figures of a completed job's units, in the order of adm.csv. */
export async function unitFigures(db: Executor, store: FileStore, id: number): Promise<UnitFigures> {
  const adm = await findOutput(db, id, 'adm')
  const [{ job_key, layer, datetime_finished }] = await db.select().from(jobs).where(eq(jobs.id, id))
  const raking = layer.rake_to || layer.rake_to_admin ? await rakedCells(store, adm.key) : null
  const versions = layer.adm_levels.flatMap((level) => {
    const version = versionOf(layer, level)
    return version === undefined ? [] : [{ level, id: version }]
  })
  const threshold = layer.exceedance_threshold
  const columns = unitColumns({ threshold: threshold !== null, raked: raking !== null })
  const rows: UnitRow[] = []
  for (const version of versions) {
    for (const { unit, ...place } of await unitsAndPlaces(db, id, version)) {
      if (place.outlines === null)
        throw new ServiceError(
          'conflict',
          sentence`The outlines of ADM${version.level} of job ${id} were deleted.`,
        )
      const cells: Record<string, Cell> = {
        ...unit,
        ...place,
        exceedance_threshold: threshold,
        ...raking?.[rows.length],
      }
      rows.push({ level: version.level, cells: columns.map(({ name }) => cells[name] ?? null) })
    }
  }
  if (rows.length === 0) throw new ServiceError('not-found', sentence`Job ${id} has no admin units.`)
  return { job_key, computed_at: datetime_finished ?? new Date(0), columns, rows, versions }
}

const versionOf = ({ place_group_version_ids: ids }: Layer, level: 1 | 2) => ids[`adm${level}`]

const unitsAndPlaces = (db: Executor, job: number, version: { level: number; id: number }) =>
  db
    .select({ unit: job_adm, parent_code: places.parent_code, outlines: place_group_versions.version })
    .from(job_adm)
    .leftJoin(places, and(eq(places.code, job_adm.code), eq(places.version_id, version.id)))
    .leftJoin(place_group_versions, eq(place_group_versions.id, places.version_id))
    .where(and(eq(job_adm.job_id, job), eq(job_adm.level, version.level)))
    .orderBy(asc(job_adm.position))

/** Whether each unit is raked is only in adm.csv, whose rows have the same order. */
async function rakedCells(
  store: FileStore,
  key: string,
): Promise<{ raked: boolean; raked_to: number | null }[]> {
  const content = await store.readAll(key, { maxBytes: MAX_BYTES })
  const rows = parse(Buffer.from(content), { columns: true }) as Record<string, string>[]
  return rows.map(({ raked, raked_to }) => ({
    raked: raked === 'true',
    raked_to: raked_to === '' ? null : Number(raked_to),
  }))
}
