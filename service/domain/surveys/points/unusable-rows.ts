import { counted } from '#common/counted.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import { groupRows } from './group-rows.ts'
import type { PointError } from './point-error.ts'
import type { PointsRows } from './points-rows.ts'
import type { PointsNumbers } from './points-values.ts'

/** At 0, 0, which marks a cluster without a GPS position in DHS files, or without both coordinates. */
export const isUnplaced = ({ numbers, cells }: PointsRows, i: number): boolean =>
  (numbers.longitude[i] === 0 && numbers.latitude[i] === 0) ||
  (cells.longitude[i] === '' && cells.latitude[i] === '')

/** A cluster in which nobody was asked or tested. */
export const hasNobody = ({ numerator, denominator }: PointsNumbers, i: number): boolean =>
  denominator[i] === 0 && !(numerator[i] > 0)

/** Rows that no layer can use, a finding for each kind. */
export function findUnusableErrors(sheet: PointsRows, columns: PointsColumns): PointError[] {
  const { rows, numbers } = sheet
  const of = rows.length
  const positions = Array.from(rows.keys())
  const placeless = positions.filter((i) => isUnplaced(sheet, i))
  const empty = positions.filter((i) => hasNobody(numbers, i))
  const rowsOf = (those: readonly number[]) => those.map((i) => rows[i])
  const found = [
    groupRows(rowsOf(placeless), {
      of,
      column: columns.longitude,
      single:
        numbers.longitude[placeless[0]] === 0
          ? 'the point is 0, 0, which marks a cluster without a GPS position in DHS files.'
          : 'the cluster has no position: longitude and latitude are empty.',
      several: `${counted(placeless.length, 'cluster')} have no position: longitude and latitude are 0, 0, as in DHS files, or empty.`,
      help: placeless.length === 1 ? 'Remove the row.' : 'Remove the rows, or leave them out.',
      remedy: 'leave-out-unplaced',
    }),
    groupRows(rowsOf(empty), {
      of,
      column: columns.denominator,
      single: 'the denominator 0 is not above 0.',
      several: `the denominators of ${counted(empty.length, 'cluster')} are 0: nobody was asked or tested there.`,
      help: empty.length === 1 ? 'Fix it, or remove the row.' : 'Fix them, or leave them out.',
      remedy: 'leave-out-empty',
    }),
  ]
  return found.filter((one) => one !== null)
}
