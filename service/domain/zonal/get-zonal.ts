import { ZONAL_PERCENTILES, type Zonal, type ZonalUnit } from '#contract/rasters/zonal.ts'
import { asc, eq, sql } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { place_group_versions, places } from '../../db/schema.ts'
import type { ZonalFigures } from '../../raster/zonal/zonal-figures.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { Cell } from '../../tables/table.ts'
import { csvOf } from '../../tables/write-csv.ts'
import { getBand, requireStoredBand } from '../bands/select-bands.ts'
import { zonalInChild } from './run-zonal.ts'

interface Which {
  /** The band's. */
  id: number
  /** Of a place group. */
  version: number
}

/** Figures of a band in each unit of a place group, in the order of its file. */
export async function getZonal(
  { db, files }: Services,
  { id, version }: Which,
  caller: Caller,
): Promise<Zonal> {
  const band = await getBand(db, id)
  const { key, band_index } = await requireStoredBand(db, id)
  const group = await requireGroup(db, version)
  const units = await db
    .select({ code: places.code, name: places.name })
    .from(places)
    .where(eq(places.version_id, version))
    .orderBy(asc(places.position))
  if (units.length === 0)
    throw new ServiceError('not-found', sentence`The place group version ${version} has no units.`)
  const raster = await files.version(key)
  const task = { raster, band: band_index, categorical: band.categorical, percentiles: ZONAL_PERCENTILES }
  const figures = await zonalInChild(files, task, () => outlinesOf(db, version), caller)
  const classes = band.categorical ? classesOf(figures) : null
  return {
    band_id: id,
    version_id: version,
    iso3_code: group.iso3_code,
    place_type: group.place_type,
    version: group.version,
    unit: band.unit,
    classes,
    units: units.map((unit, i) => ({ ...unit, ...present(figures[i], classes) })),
  }
}

async function requireGroup(db: Executor, id: number) {
  const [group] = await db.select().from(place_group_versions).where(eq(place_group_versions.id, id))
  if (!group) throw new ServiceError('not-found', sentence`There is no place group version ${id}.`)
  return group
}

/** As the JSON that the database stores, one per line: parsing them would block everyone. */
async function outlinesOf(db: Executor, version: number): Promise<Uint8Array> {
  const rows = await db
    .select({ geometry: sql<string>`${places.geometry}::text` })
    .from(places)
    .where(eq(places.version_id, version))
    .orderBy(asc(places.position))
  return Buffer.from(rows.map(({ geometry }) => geometry).join('\n'))
}

const classesOf = (figures: readonly ZonalFigures[]) =>
  [...new Set(figures.flatMap(({ classes }) => (classes ?? []).map(({ value }) => value)))].sort(
    (one, other) => one - other,
  )

function present(
  { cells, covered, sum, mean, min, max, percentiles, classes: own }: ZonalFigures,
  classes: readonly number[] | null,
): Omit<ZonalUnit, 'code' | 'name'> {
  const quantities = classes
    ? { mean: null, sum: null, min: null, max: null }
    : { mean, sum: cells > 0 ? sum : null, min, max }
  const [p5, p25, p50, p75, p95] = percentiles
  const shareOf = new Map((own ?? []).map(({ value, share }) => [value, share]))
  const shares = classes && classes.map((value) => shareOf.get(value) ?? 0)
  return { cells, covered, ...quantities, p5, p25, p50, p75, p95, shares }
}

export async function zonalCsv(services: Services, which: Which, caller: Caller) {
  const zonal = await getZonal(services, which, caller)
  const { name } = await getBand(services.db, which.id)
  const columns = ['code', 'name', 'cells', 'covered'] as const
  const quantities = [
    'mean',
    'sum',
    'min',
    'max',
    ...ZONAL_PERCENTILES.map((one) => `p${one}` as const),
  ] as const
  const header = [
    ...columns,
    ...(zonal.classes ? zonal.classes.map((value) => `share_${value}`) : quantities),
  ]
  const rows = zonal.units.map((unit): Cell[] => [
    ...columns.map((column) => unit[column]),
    ...(unit.shares ?? quantities.map((column) => unit[column])),
  ])
  return {
    name: `${name}-${zonal.iso3_code}-${zonal.place_type}.csv`,
    content: csvOf(header, rows),
  }
}
