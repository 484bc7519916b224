import { evenly } from '#common/evenly.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Finding } from '#contract/shapes.ts'
import type { inspectSurvey } from '#contract/surveys/inspect-survey.ts'
import type { SurveyRemedy } from '#contract/surveys/remedies.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import { applyRemedies, columnsWith } from './apply-remedies.ts'
import type { PointsTable } from './points-table.ts'
import { readRows } from './points-rows.ts'

const ROWS = 10
const COLUMNS = 30
const CELL = 60
const POINTS = 2000

type Preview = Answer<typeof inspectSurvey>

/** The first rows, as they are in the file. */
export function previewRows(table: PointsTable): Preview['rows'] {
  const width = Math.min(table.header.length, COLUMNS)
  return table.top.slice(0, ROWS).map(({ row, cells }) => ({
    row,
    cells: Array.from({ length: width }, (_, i) => (cells[i] ?? '').slice(0, CELL)),
  }))
}

/** The places and counts, as they are with the remedies: evenly from the file, and those that findings name. */
export async function previewPoints(
  table: PointsTable,
  { columns, remedies }: { columns: Partial<PointsColumns>; remedies: readonly SurveyRemedy[] },
  findings: readonly Finding[],
): Promise<Preview['points']> {
  const { cluster, longitude, latitude, numerator, denominator } = columns
  if (!cluster || !longitude || !latitude || !numerator || !denominator) return []
  const roles = columnsWith(columns as PointsColumns, remedies)
  const { rows, numbers } = (await applyRemedies(readRows(table, roles), remedies, null)).rows
  const findingRows = new Set(findings.flatMap((finding) => finding.rows ?? finding.row ?? []))
  const sample = new Set(evenly(rows.length, POINTS))
  return Array.from(rows.keys()).flatMap((i) => {
    const [lon, lat] = [numbers.longitude[i], numbers.latitude[i]]
    const isOnEarth = Math.abs(lon) <= 180 && Math.abs(lat) <= 90
    if (!isOnEarth || !(sample.has(i) || findingRows.has(rows[i]))) return []
    const finite = (value: number) => (Number.isFinite(value) ? value : null)
    return [
      {
        row: rows[i],
        longitude: lon,
        latitude: lat,
        numerator: finite(numbers.numerator[i]),
        denominator: finite(numbers.denominator[i]),
      },
    ]
  })
}
