import type { UnitFormat } from '#contract/jobs/job-units.ts'
import { runChildOnce } from '../../isolation/run-child-once.ts'
import type { PlaceGeometry } from '../../geometry/polygons.ts'
import { wktOf } from '../../geometry/write-wkb.ts'
import { csvOf } from '../../tables/write-csv.ts'
import { geoPackageOf } from './write-geopackage.ts'
import { geoParquetOf } from './write-geoparquet.ts'
import type { UnitsTable, UnitsTask } from './units-task.ts'

const WRITERS: Readonly<Record<UnitFormat, (units: UnitsTable) => Uint8Array>> = {
  gpkg: geoPackageOf,
  parquet: geoParquetOf,
  geojson: geoJsonOf,
  csv: wktCsvOf,
}

/** RFC 7946: in degrees, without a system of its own. */
function geoJsonOf({ columns, rows, outlines }: UnitsTable): Uint8Array {
  const features = rows.map(({ cells }, i) => {
    const properties = Object.fromEntries(columns.map(({ name }, at) => [name, cells[at]]))
    return JSON.stringify({ type: 'Feature', id: i + 1, properties, geometry: outlines[i] })
  })
  return Buffer.from(`{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`)
}

/** GDAL takes a column named WKT for the geometry. */
function wktCsvOf({ columns, rows, outlines }: UnitsTable): Uint8Array {
  const header = [...columns.map(({ name }) => name), 'WKT']
  return Buffer.from(
    csvOf(
      header,
      rows.map(({ cells }, i) => [...cells, wktOf(outlines[i])]),
    ),
  )
}

runChildOnce(({ format, ...table }: UnitsTask, content) => {
  const outlines = content
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as PlaceGeometry)
  return WRITERS[format]({ ...table, outlines })
})
