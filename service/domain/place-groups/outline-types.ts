import type { PlaceGeometry } from '../../geometry/polygons.ts'
import type { ToDegrees } from './outline-system.ts'

export interface Place {
  code: string
  name: string
  parent_code: string | null
  geometry: PlaceGeometry
}

/** Names of each feature's properties (columns). */
export interface PlaceProperties {
  name: string
  code: string
  parent?: string
}

export interface OutlineFinding {
  severity: 'error' | 'warning'
  /** 1 is the first feature of the file; null: the whole file. */
  feature: number | null
  /** The property, or 'geometry'. */
  field: string | null
  message: string
  help?: string
  /** What to send instead. */
  remedy?: { swap: boolean }
}

/** A file's features, and what makes their coordinates degrees on WGS 84; null: they are. */
export interface RawOutlines {
  features: RawFeature[]
  toDegrees: ToDegrees | null
}

/** A feature as it is in a file, not validated yet. */
export interface RawFeature {
  properties: Readonly<Record<string, unknown>>
  geometry: unknown
}

/** More features than these with the same error have one cause, and are one finding. */
export const MAX_REPEATED = 5
export const MAX_PLACES = 20_000

/** An error that stops reading the file. */
export class UnreadableOutlines extends Error {
  readonly finding: OutlineFinding

  constructor(message: string, help?: string, field: string | null = null) {
    super(message)
    this.finding = { severity: 'error', feature: null, field, message, help }
  }
}

export const FROM_OTHER =
  'Put the files of a shapefile (.shp, .shx, .dbf, .prj) into one .zip. Export other formats as GeoPackage or GeoJSON.'

export const toDegreesHelp = (file: 'in.geojson' | 'in.gpkg') =>
  `Convert it to longitude and latitude, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg ${file}, or Export > Save Features As in QGIS.`
