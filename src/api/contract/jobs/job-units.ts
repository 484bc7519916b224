import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { jobPath } from './job-shapes.ts'

/** The forms of a job's units with their outlines; `file` is how its name ends. */
export const UNIT_FORMATS = {
  gpkg: {
    label: 'GeoPackage',
    mediaType: 'application/geopackage+sqlite3',
    for: 'QGIS, ArcGIS, R; a layer per level',
  },
  geojson: { label: 'GeoJSON', mediaType: 'application/geo+json', for: 'web maps' },
  parquet: {
    label: 'GeoParquet',
    mediaType: 'application/vnd.apache.parquet',
    for: 'DuckDB, geopandas, arrow',
  },
  csv: { label: 'CSV', mediaType: 'text/csv', for: 'outlines as well-known text' },
} as const
export type UnitFormat = keyof typeof UNIT_FORMATS
export const UNIT_FORMAT_NAMES = Object.keys(UNIT_FORMATS) as UnitFormat[]

export const downloadJobUnits = defineEndpoint({
  name: 'downloadJobUnits',
  resource: 'jobs',
  summary:
    "Download a completed job's admin units with all figures and the outlines of its run, for GIS: GeoPackage, GeoJSON, GeoParquet, or CSV with well-known text",
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/download/units',
  audit: 'download',
  record: 'id',
  detail: 'format',
  params: z.object(jobPath),
  query: z.strictObject({ format: z.enum(UNIT_FORMAT_NAMES).default('gpkg') }),
  answer: 'file',
})
