import { type GeoPackage, openGeoPackage } from './open-geopackage.ts'
import {
  MAX_PLACES,
  type PlaceProperties,
  type RawFeature,
  type RawOutlines,
  toDegreesHelp,
  UnreadableOutlines,
} from '../outline-types.ts'
import { type ToDegrees, toDegreesFrom } from '../outline-system.ts'
import { GeometryError, noGeometry } from '#service/geometry/geometry-finding.ts'
import { readGeoPackageGeometry } from '#service/geometry/read-wkb.ts'

const MOST_LAYERS = 100
const MOST_SYSTEMS = 10_000

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const shown = (value: unknown) => String(value).slice(0, 100)

/**
 * The features of one layer of a GeoPackage. Call it in a child process: a damaged file may keep SQLite busy forever.
 */
export function readGeoPackage(
  content: Uint8Array,
  properties: PlaceProperties,
  layer?: string,
): RawOutlines {
  let file: GeoPackage | undefined
  try {
    file = openGeoPackage(content)
    const found = findLayer(file, layer)
    return { features: readRows(file, found, properties, content.length), toDegrees: found.toDegrees }
  } catch (error) {
    if (error instanceof UnreadableOutlines) throw error
    if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error
    throw new UnreadableOutlines('the file is damaged or not a GeoPackage: SQLite cannot read it.')
  } finally {
    file?.close()
  }
}

interface LayerFound {
  table: string
  geometryColumn: string
  toDegrees: ToDegrees
}

function findLayer(file: GeoPackage, wanted?: string): LayerFound {
  for (const table of ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'])
    file.columnsOf(table)
  const contents = file.rows(
    "select table_name from gpkg_contents where data_type = 'features' limit ?",
    MOST_LAYERS,
  )
  const columns = new Map(
    [
      ...file.rows(
        'select table_name, column_name, srs_id from gpkg_geometry_columns limit ?',
        10 * MOST_LAYERS,
      ),
    ].map((row) => [String(row.table_name), row]),
  )
  const layers = [...contents].map(({ table_name }) => String(table_name)).filter((name) => columns.has(name))
  const names = layers.map((name) => `'${shown(name)}'`).join(', ')
  if (layers.length === 0) throw new UnreadableOutlines('the file has no layer of features.')
  if (wanted === undefined && layers.length > 1)
    throw new UnreadableOutlines(
      `the file has several layers: ${names}.`,
      "Name one of them as 'layer'.",
      'layer',
    )
  const table = wanted === undefined ? layers[0] : layers.find((name) => name === wanted)
  if (table === undefined)
    throw new UnreadableOutlines(`the file has no layer '${shown(wanted)}'.`, `It has ${names}.`, 'layer')
  const { column_name, srs_id } = columns.get(table)!
  return { table, geometryColumn: String(column_name), toDegrees: systemOf(file, srs_id) }
}

/** Coordinates in a layer's system. @throws UnreadableOutlines if it has none, or is not geographic */
function systemOf(file: GeoPackage, id: unknown): ToDegrees {
  const definition = file.columnsOf('gpkg_spatial_ref_sys').includes('definition') ? 'definition' : 'null'
  const systems = file.rows(
    `select srs_id, organization, organization_coordsys_id as code, ${definition} as definition from gpkg_spatial_ref_sys limit ?`,
    MOST_SYSTEMS,
  )
  let found
  for (const { srs_id, organization, code, definition: text } of systems)
    if (srs_id === id)
      found = {
        name: `${shown(organization)}:${shown(code)}`.toUpperCase(),
        definition: typeof text === 'string' ? text : '',
      }
  // GDAL and QGIS write 'undefined', or a local system.
  if (!found || /^(undefined$|LOCAL_CS|ENGCRS|ENGINEERINGCRS)/i.test(found.definition.trim()))
    throw new UnreadableOutlines(
      'the file does not say which reference system it is in.',
      'If its coordinates are longitude and latitude (EPSG:4326), add that, e.g. ogr2ogr -a_srs EPSG:4326 out.gpkg in.gpkg.',
      'crs',
    )
  const { crs, toDegrees } = toDegreesFrom(found.name, found.definition)
  if (toDegrees) return toDegrees
  throw new UnreadableOutlines(
    `the file is in ${crs}, not in longitude and latitude (EPSG:4326).`,
    toDegreesHelp('in.gpkg'),
    'crs',
  )
}

function readRows(
  file: GeoPackage,
  { table, geometryColumn }: LayerFound,
  wanted: PlaceProperties,
  mostBytes: number,
): RawFeature[] {
  const names = file.columnsOf(table)
  // All columns are listed, so that a missing property can be reported together with the existing ones.
  const asked = [wanted.code, wanted.name, wanted.parent].filter(
    (name) => name !== undefined && names.includes(name),
  )
  const taken = [...new Set([...asked, geometryColumn])].map((name) => quoted(name!)).join(', ')
  const absent = Object.fromEntries(
    names.filter((name) => name !== geometryColumn).map((name) => [name, undefined]),
  )
  const features: RawFeature[] = []
  let bytes = 0
  for (const row of file.rows(`select ${taken} from ${quoted(table)} limit ?`, MAX_PLACES + 1)) {
    if (features.length === MAX_PLACES)
      throw new UnreadableOutlines(
        `the file has more than ${MAX_PLACES} features.`,
        'Split it, or simplify it.',
      )
    for (const value of Object.values(row)) bytes += (value as { length?: number } | null)?.length ?? 0
    // Rows that share their pages: a valid file is large enough for its values.
    if (bytes > mostBytes)
      throw new UnreadableOutlines('the file is damaged: it holds more than its size allows.')
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
      geometry:
        blob instanceof Uint8Array ? read(blob, geometryColumn) : noGeometry(undefined, geometryColumn),
    })
  }
  if (features.length === 0) throw new UnreadableOutlines('the file has no features.')
  return features
}

/** A damaged or missing geometry is a finding about its feature and does not stop the file. */
function read(blob: Uint8Array, column: string): unknown {
  try {
    return readGeoPackageGeometry(blob) ?? noGeometry('the geometry is empty.', column)
  } catch (error) {
    if (error instanceof GeometryError) return error
    throw error
  }
}
