import type { Point } from './edges.ts'

/** A sentence that says what is wrong with a geometry, and how to repair it. */
export interface GeometryFinding {
  message: string
  help?: string
  /** Many features with an error of the same cause are one finding. */
  cause?: 'none' | 'type' | 'arcs' | 'turn' | 'degrees'
}

export class GeometryError extends Error {
  readonly finding: GeometryFinding
  constructor(message: string, help?: string, cause?: GeometryFinding['cause']) {
    super(message)
    this.finding = { message, help, cause }
  }
}

export const REPAIR =
  'Repair it, e.g. with ogr2ogr -makevalid out.gpkg in.geojson, Fix geometries in QGIS, ST_MakeValid in PostGIS or st_make_valid in R.'

/** Where two parts overlap, `-makevalid` and the default method of the others would leave a hole. */
export const MERGE =
  'Repair it as a union, e.g. with Fix geometries (method Structure) in QGIS, ST_MakeValid(geom, \'method=structure\') in PostGIS or ogr2ogr -dialect sqlite -sql "select ST_Buffer(geometry, 0), * from units" out.gpkg units.geojson.'

const FILLED = 'OGR_GEOM_AREA > 0'

/** A feature without an outline, and the command that leaves it out; a GeoPackage names its column with geometries. */
export const noGeometry = (message = 'the feature has no geometry.', column?: string) =>
  new GeometryError(
    message,
    column === undefined
      ? `Draw its outline or leave it out, e.g. ogr2ogr -where "${FILLED}" out.gpkg in.geojson.`
      : `Draw its outline or leave it out, e.g. ogr2ogr -where "${column} is not null and not ST_IsEmpty(${column})" out.gpkg in.gpkg.`,
    'none',
  )

export const shown = ([lon, lat]: Point) => `${lon.toFixed(5)}, ${lat.toFixed(5)}`
