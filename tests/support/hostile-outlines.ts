import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const TABLES = {
  gpkg_spatial_ref_sys:
    "create table gpkg_spatial_ref_sys (srs_name, srs_id integer, organization, organization_coordsys_id integer); insert into gpkg_spatial_ref_sys values ('WGS 84', 4326, 'EPSG', 4326)",
  gpkg_contents:
    "create table gpkg_contents (table_name, data_type, srs_id integer); insert into gpkg_contents values ('units', 'features', 4326)",
  gpkg_geometry_columns:
    "create table gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id integer); insert into gpkg_geometry_columns values ('units', 'geom', 'POLYGON', 4326)",
  units: 'create table units (name, code, geom)',
}
export type GeoPackageTable = keyof typeof TABLES
export const GEOPACKAGE_TABLES = Object.keys(TABLES) as GeoPackageTable[]

const COLUMNS: Record<GeoPackageTable, string> = {
  gpkg_spatial_ref_sys: "n as srs_id, 'EPSG' as organization, 4326 as organization_coordsys_id",
  gpkg_contents: "'units' as table_name, 'feature' || n as data_type",
  gpkg_geometry_columns: "'units' as table_name, 'geom' as column_name, n as srs_id",
  units: 'n as name, n as code, null as geom',
}

/** A view in place of a GeoPackage table; `rows` null: endless. */
export const recursion = (table: GeoPackageTable, rows: number | null = null) =>
  `create view ${table} as with recursive r(n) as (select 1 union all select n + 1 from r${rows === null ? '' : ` where n < ${rows}`}) select ${COLUMNS[table]} from r`

/**
 * A GeoPackage of 4 KiB pages; `replaced` gives another definition of a table, `padding` the minimum size of the file.
 */
export function geoPackage(
  replaced: Partial<Record<GeoPackageTable, string>> = {},
  more: { padding?: number; afterwards?: string } = {},
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-gpkg-'))
  const path = join(folder, 'a.gpkg')
  try {
    const file = new DatabaseSync(path)
    for (const table of GEOPACKAGE_TABLES) file.exec(replaced[table] ?? TABLES[table])
    if (more.afterwards) file.exec(more.afterwards)
    if (more.padding)
      file.exec(`create table padding (a); insert into padding values (zeroblob(${more.padding}))`)
    file.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A view whose one value is 60 MB of text. */
export const HUGE_TEXT =
  "create view gpkg_contents as select printf('%.*c', 60000000, 'x') as table_name, 'features' as data_type"

const PAGE_BYTES = 4096

/** 600 rows that are all one cell followed by 3 MB of pages: 1.8 GB to read (SQLite file format, section 1.6). */
export function sharedPages(): Buffer {
  const content = geoPackage({}, { afterwards: 'insert into units values (1, 1, zeroblob(3000000))' })
  const file = new DatabaseSync(':memory:')
  file.deserialize(content)
  const { rootpage } = file.prepare("select rootpage from sqlite_master where name = 'units'").get() as {
    rootpage: number
  }
  file.close()
  const page = content.subarray((rootpage - 1) * PAGE_BYTES, rootpage * PAGE_BYTES)
  const cell = page.readUInt16BE(8)
  const rows = Math.min(600, (cell - 8) >> 1)
  page.writeUInt16BE(rows, 3)
  for (let row = 0; row < rows; row++) page.writeUInt16BE(cell, 8 + 2 * row)
  return content
}

interface Unit {
  code: number
  ring: number[][]
}

const featureCollection = (units: Unit[]) =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: units.map(({ code, ring }) => ({
        type: 'Feature',
        properties: { code, name: `unit ${code}` },
        geometry: { type: 'Polygon', coordinates: [ring] },
      })),
    }),
  )

/** The same square repeatedly, in Togo. */
export const identicalSquares = (count: number): Buffer =>
  featureCollection(
    Array.from({ length: count }, (_, code) => ({
      code,
      ring: [
        [0.5, 8],
        [1, 8],
        [1, 8.5],
        [0.5, 8.5],
        [0.5, 8],
      ],
    })),
  )

/** One outline of long teeth, each of whose edges lies in every other's box: seconds of work. */
export function comb(teeth: number): Buffer {
  const ring = Array.from({ length: teeth }, (_, i) => [
    [(i * 0.7) / teeth, 7],
    [(i * 0.7) / teeth + 0.5, 9],
  ]).flat()
  return featureCollection([{ code: 1, ring: [...ring, [1.3, 6.9], [0, 6.9], [0, 7]] }])
}
