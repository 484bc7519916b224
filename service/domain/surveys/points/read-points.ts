import { POINTS_MAX_BYTES, POINTS_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import { sizeLimit } from '#common/file-size.ts'
import { formatOf } from '#service/tables/format-of.ts'
import { TableError } from '#service/tables/table-error.ts'
import { readDelimited } from '#service/tables/read-delimited.ts'
import type { Caller } from '#service/context.ts'
import { isSmallText, readInChild } from '../../tables/read-in-child.ts'
import { type PackedPoints, packPoints, type PointsTable, unpackPoints } from './points-table.ts'

const POINTS_MAX_COLUMNS = 1000

const MODULE = new URL('./points.child.ts', import.meta.url)

/**
 * A points file as text cells.
 * @throws TableError with one sentence if it is not a table.
 */
export async function readPointsTable(content: Buffer, name: string, caller: Caller): Promise<PointsTable> {
  const what = `The points file '${name}'`
  return unpackPoints(
    isSmallText(content)
      ? await parsePoints(content, name)
      : await readInChild<PackedPoints>(MODULE, { what, input: name, content }, caller),
  )
}

/** In this thread: for a child process, and for small files. */
export async function parsePoints(content: Buffer, name: string): Promise<PackedPoints> {
  const what = `The points file '${name}'`
  if (content.length > POINTS_MAX_BYTES)
    throw new TableError('too-large', `${what} is above ${sizeLimit(POINTS_MAX_BYTES)}.`)
  const format = formatOf(content, { what, row: 'cluster', formats: '.csv' })
  if (format === 'xlsx')
    throw new TableError(
      'unsupported-type',
      `${what} is a workbook, not a CSV text; save its sheet as 'CSV UTF-8'.`,
    )
  if (format === 'json')
    throw new TableError(
      'unsupported-type',
      `${what} is JSON, not a CSV text; convert GeoJSON with ogr2ogr -f CSV points.csv FILE.geojson -lco GEOMETRY=AS_XY.`,
    )
  const [header, ...rest] = await readDelimited(content, {
    what,
    maxRecords: POINTS_MAX_ROWS + 1,
    maxColumns: POINTS_MAX_COLUMNS,
    tooMany: () =>
      new TableError(
        'invalid',
        `${what} has more than ${POINTS_MAX_ROWS.toLocaleString('en')} rows; give one row for each cluster.`,
      ),
    tooWide: () =>
      new TableError(
        'invalid',
        `${what} has more than ${POINTS_MAX_COLUMNS} columns; keep those that are needed.`,
      ),
  })
  if (header === undefined) throw new TableError('invalid', `${what} is empty.`)
  const records = rest
    .map((cells, i) => ({ row: i + 2, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  return packPoints(
    header.map((cell) => cell.trim()),
    records,
  )
}
