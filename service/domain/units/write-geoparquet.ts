import { parquetWriteBuffer } from 'hyparquet-writer'
import { areaBounds } from '../../geometry/point-in-polygon.ts'
import { wkbOf } from '../../geometry/write-wkb.ts'
import type { ColumnType } from './unit-columns.ts'
import type { UnitsTable } from './units-task.ts'

const TYPES = {
  text: 'STRING',
  integer: 'INT32',
  real: 'DOUBLE',
  boolean: 'BOOLEAN',
} as const satisfies Record<ColumnType, string>

/** GeoParquet 1.1: outlines as well-known binary; without a `crs` they are longitudes and latitudes (OGC:CRS84). */
export function geoParquetOf({ columns, rows, outlines }: UnitsTable): Uint8Array {
  const boxes = outlines.map(areaBounds)
  const bbox = [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ]
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['MultiPolygon'], bbox } },
  }
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        ...columns.map(({ name, type }, at) => ({
          name,
          data: rows.map(({ cells }) => cells[at]),
          type: TYPES[type],
          nullable: true,
        })),
        { name: 'geometry', data: outlines.map(wkbOf), type: 'BYTE_ARRAY' },
      ],
      kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
    }),
  )
}
