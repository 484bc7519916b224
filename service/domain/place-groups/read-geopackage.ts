import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  MAX_PLACES,
  type PlaceProperties,
  type RawFeature,
  TO_DEGREES,
  UnreadableOutlines,
} from './outline-types.ts'
import { readGeoPackageGeometry } from './read-wkb.ts'

export const isSqlite = (content: Uint8Array) =>
  Buffer.from(content.buffer, content.byteOffset, 16).toString('latin1') === 'SQLite format 3\0'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * The features of one layer of a GeoPackage. SQLite needs a file: it is written to a folder of its own, opened read-only
 * and unchanging, and removed. Only plain tables are read, no views: what a file brings is data, not queries.
 */
export function readGeoPackage(
  content: Uint8Array,
  properties: PlaceProperties,
  layer?: string,
): RawFeature[] {
  const folder = mkdtempSync(join(tmpdir(), 'strata-outlines-'))
  let database: DatabaseSync | undefined
  try {
    const path = join(folder, 'outlines.gpkg')
    writeFileSync(path, content, { mode: 0o600 })
    const url = new URL(`${pathToFileURL(path).href}?mode=ro&immutable=1`)
    database = new DatabaseSync(url, { readOnly: true, allowExtension: false })
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0')
    return readLayer(database, properties, layer)
  } catch (error) {
    if (error instanceof UnreadableOutlines) throw error
    if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error
    throw new UnreadableOutlines('is damaged or no GeoPackage: SQLite cannot read it.')
  } finally {
    database?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Row = Record<string, unknown>

function rowsOf(database: DatabaseSync, statement: string, ...values: string[]): Row[] {
  return database.prepare(statement).all(...values) as Row[]
}

function readLayer(database: DatabaseSync, wanted: PlaceProperties, layer?: string): RawFeature[] {
  const layers = rowsOf(
    database,
    `select c.table_name as name, g.column_name as geometry, s.organization as organization,
       s.organization_coordsys_id as crs
     from gpkg_contents c
     join gpkg_geometry_columns g on g.table_name = c.table_name
     join sqlite_master m on m.name = c.table_name and m.type = 'table' and m.sql like 'create table%'
     left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
     where c.data_type = 'features' limit 100`,
  )
  const names = layers.map(({ name }) => `'${String(name)}'`).join(', ')
  if (layers.length === 0) throw new UnreadableOutlines('has no layer of features.')
  if (layer === undefined && layers.length > 1)
    throw new UnreadableOutlines(`has several layers: ${names}.`, "Name one of them as 'layer'.", 'layer')
  const found = layer === undefined ? layers[0] : layers.find(({ name }) => name === layer)
  if (!found) throw new UnreadableOutlines(`has no layer '${layer}'.`, `It has ${names}.`, 'layer')
  const crs = `${String(found.organization)}:${String(found.crs)}`.toUpperCase()
  if (crs !== 'EPSG:4326')
    throw new UnreadableOutlines(
      `is in ${crs}, not in longitude and latitude (EPSG:4326).`,
      TO_DEGREES,
      'crs',
    )

  const table = quoted(String(found.name))
  const total = Number(database.prepare(`select count(*) as total from ${table}`).get()?.total)
  if (total === 0) throw new UnreadableOutlines('has no features.')
  if (total > MAX_PLACES)
    throw new UnreadableOutlines(`has ${total} features; at most ${MAX_PLACES} are allowed.`)
  return readRows(database, table, String(found.geometry), wanted)
}

function readRows(
  database: DatabaseSync,
  table: string,
  geometryColumn: string,
  wanted: PlaceProperties,
): RawFeature[] {
  const columns = rowsOf(database, `select name from pragma_table_info(${table.replaceAll('"', "'")})`)
  const names = columns.map(({ name }) => String(name))
  // All columns are named, so that a property that is missing can be told beside those that are there.
  const asked = [wanted.code, wanted.name, wanted.parent].filter(
    (name) => name !== undefined && names.includes(name),
  )
  const taken = [...new Set([...asked, geometryColumn])].map((name) => quoted(name!)).join(', ')
  const statement = database.prepare(`select ${taken} from ${table}`)
  statement.setReadBigInts(true)
  const absent = Object.fromEntries(
    names.filter((name) => name !== geometryColumn).map((name) => [name, undefined]),
  )
  const features: RawFeature[] = []
  for (const row of statement.iterate() as Iterable<Row>) {
    const { [geometryColumn]: blob, ...values } = row
    features.push({
      properties: {
        ...absent,
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            typeof value === 'bigint' ? String(value) : value,
          ]),
        ),
      },
      geometry: blob instanceof Uint8Array ? read(blob) : null,
    })
  }
  return features
}

/** A damaged geometry is a finding at its feature, not the end of the file. */
function read(blob: Uint8Array): unknown {
  try {
    return readGeoPackageGeometry(blob)
  } catch (error) {
    return { unreadable: (error as Error).message }
  }
}
