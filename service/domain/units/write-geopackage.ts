import { DatabaseSync } from 'node:sqlite'
import { areaBounds } from '../../geometry/point-in-polygon.ts'
import type { PlaceGeometry } from '../../geometry/polygons.ts'
import { wkbOf } from '../../geometry/write-wkb.ts'
import type { ColumnType } from './unit-columns.ts'
import type { UnitsTable } from './units-task.ts'

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'DOUBLE',
  boolean: 'BOOLEAN',
}

const WGS84 = `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]`

/** The tables that each file has: GeoPackage 1.3 (OGC 12-128r17), annex C. */
const TABLES = `
  pragma application_id = 0x47504B47;
  pragma user_version = 10300;
  create table gpkg_spatial_ref_sys (srs_name text not null, srs_id integer primary key, organization text not null,
    organization_coordsys_id integer not null, definition text not null, description text);
  insert into gpkg_spatial_ref_sys values
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', null),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', null),
    ('WGS 84 geodetic', 4326, 'EPSG', 4326, '${WGS84}', 'longitude and latitude in degrees');
  create table gpkg_contents (table_name text primary key, data_type text not null, identifier text unique,
    description text default '', last_change datetime not null, min_x double, min_y double, max_x double,
    max_y double, srs_id integer references gpkg_spatial_ref_sys (srs_id));
  create table gpkg_geometry_columns (table_name text primary key references gpkg_contents (table_name),
    column_name text not null, geometry_type_name text not null,
    srs_id integer not null references gpkg_spatial_ref_sys (srs_id), z tinyint not null, m tinyint not null);`

/** A GeoPackage with a layer per level: adm1, adm2. */
export function geoPackageOf({ columns, rows, outlines, changed }: UnitsTable): Uint8Array {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(`begin; ${TABLES}`)
    for (const level of new Set(rows.map((row) => row.level))) {
      const table = `adm${level}`
      const fields = columns.map(({ name, type }) => `"${name}" ${TYPES[type]}`)
      database.exec(
        `create table ${table} (fid integer primary key autoincrement not null, geom multipolygon, ${fields.join(', ')})`,
      )
      const insert = database.prepare(
        `insert into ${table} values (null, ?, ${columns.map(() => '?').join(', ')})`,
      )
      const box = [Infinity, Infinity, -Infinity, -Infinity]
      rows.forEach((row, i) => {
        if (row.level !== level) return
        const bounds = areaBounds(outlines[i])
        for (const at of [0, 1]) box[at] = Math.min(box[at], bounds[at])
        for (const at of [2, 3]) box[at] = Math.max(box[at], bounds[at])
        const cells = row.cells.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell))
        insert.run(geometryBlob(outlines[i], bounds), ...cells)
      })
      database
        .prepare(`insert into gpkg_contents values (?, 'features', ?, ?, ?, ?, ?, ?, ?, 4326)`)
        .run(table, table, `Units of level ${level}: observed and modelled figures`, changed, ...box)
      database
        .prepare(`insert into gpkg_geometry_columns values (?, 'geom', 'MULTIPOLYGON', 4326, 0, 0)`)
        .run(table)
    }
    database.exec('commit')
    return database.serialize()
  } finally {
    database.close()
  }
}

/** Header, envelope, well-known binary: GeoPackage 1.3, section 2.1.3. */
function geometryBlob(outline: PlaceGeometry, [west, south, east, north]: number[]): Uint8Array {
  const head = Buffer.alloc(40)
  head.write('GP', 0, 'latin1')
  head[3] = 0b11
  head.writeInt32LE(4326, 4)
  ;[west, east, south, north].forEach((value, i) => head.writeDoubleLE(value, 8 + 8 * i))
  return Buffer.concat([head, wkbOf(outline)])
}
