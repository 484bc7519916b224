import { PLACE_REMEDIES, type PlaceRemedy } from '#contract/surveys/place-remedies.ts'
import { REMEDIES, type Remedy, type SurveyRemedy } from '#contract/surveys/remedies.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import { applyRemedy } from '#service/geometry/place-remedies.ts'
import { numberRepeats } from './number-repeats.ts'
import { type Country, findOutside } from './place-errors.ts'
import { pickRows, type PointsRows } from './points-rows.ts'
import { hasNobody, isUnplaced } from './unusable-rows.ts'

/** A remedy to apply; with `rows`, it leaves out exactly these, whatever the outlines are now. */
export type RemedyUse = { remedy: Remedy; rows?: readonly number[] }

/** The columns that are read for each role. */
export const columnsWith = (columns: PointsColumns, uses: readonly RemedyUse[]): PointsColumns =>
  uses.some(({ remedy }) => remedy === 'swap-counts')
    ? { ...columns, numerator: columns.denominator, denominator: columns.numerator }
    : columns

/** Applies remedies in the order of the contract, and says which rows each of them concerned. */
export async function applyRemedies(
  read: PointsRows,
  uses: readonly RemedyUse[],
  country: Country,
): Promise<{ rows: PointsRows; remedies: SurveyRemedy[] }> {
  let rows = read
  const remedies: SurveyRemedy[] = []
  for (const remedy of REMEDIES) {
    const use = uses.find((one) => one.remedy === remedy)
    if (!use) continue
    const { places, ...next } = await apply(use, rows, country)
    remedies.push({ remedy, rows: places.map((i) => rows.rows[i]) })
    rows = next.rows
  }
  return { rows, remedies }
}

/** The rows as they are with the remedy, and the positions of those that it leaves out or numbers. */
async function apply(
  { remedy, rows: named }: RemedyUse,
  rows: PointsRows,
  country: Country,
): Promise<{ rows: PointsRows; places: number[] }> {
  const { numbers, cells } = rows
  if (isOfPlaces(remedy))
    return { rows: { ...rows, numbers: { ...numbers, ...applyRemedy(remedy, numbers) } }, places: [] }
  switch (remedy) {
    // `columnsWith` has swapped the columns.
    case 'swap-counts':
      return { rows, places: [] }
    case 'multiply-shares':
      return { rows: multiply(rows, 1), places: [] }
    case 'multiply-percentages':
      return { rows: multiply(rows, 0.01), places: [] }
    case 'number-ids': {
      const { ids, places } = numberRepeats(cells.cluster)
      return { rows: { ...rows, cells: { ...cells, cluster: ids } }, places }
    }
    default: {
      const left = new Set(named ?? (await findUnusable(remedy, rows, country)).map((i) => rows.rows[i]))
      const positions = Array.from(rows.rows.keys())
      const isLeft = (i: number) => left.has(rows.rows[i])
      return {
        rows: pickRows(
          rows,
          positions.filter((i) => !isLeft(i)),
        ),
        places: positions.filter(isLeft),
      }
    }
  }
}

async function findUnusable(
  remedy: 'leave-out-unplaced' | 'leave-out-outside' | 'leave-out-empty',
  rows: PointsRows,
  country: Country,
): Promise<number[]> {
  if (remedy === 'leave-out-outside') return [...(await findOutside(rows.numbers, country)).keys()]
  const positions = Array.from(rows.rows.keys())
  return remedy === 'leave-out-unplaced'
    ? positions.filter((i) => isUnplaced(rows, i))
    : positions.filter((i) => hasNobody(rows.numbers, i))
}

export const isOfPlaces = (remedy: Remedy): remedy is PlaceRemedy =>
  (PLACE_REMEDIES as readonly string[]).includes(remedy)

function multiply(rows: PointsRows, factor: number): PointsRows {
  const { numerator, denominator } = rows.numbers
  const counts = numerator.map((share, i) => share * denominator[i] * factor)
  return { ...rows, numbers: { ...rows.numbers, numerator: counts } }
}
