import type { PlaceGeometry } from '../../geometry/polygons.ts'

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
}

/** A feature as it is in a file, not validated yet. */
export interface RawFeature {
  properties: Readonly<Record<string, unknown>>
  geometry: unknown
}

export const MAX_PLACES = 20_000

/** An error that stops reading the file. */
export class UnreadableOutlines extends Error {
  readonly finding: OutlineFinding

  constructor(message: string, help?: string, field: string | null = null) {
    super(message)
    this.finding = { severity: 'error', feature: null, field, message, help }
  }
}

export const FROM_SHAPEFILE =
  'Export other formats, such as a shapefile, as GeoPackage or GeoJSON, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg in.shp.'

export const TO_DEGREES =
  'Convert it to longitude and latitude, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg in.gpkg, or Export > Save Features As in QGIS.'
