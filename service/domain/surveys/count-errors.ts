import type { PointsColumns } from '../../db/schema.ts'
import type { PointError } from './points/point-error.ts'

/** Fewer rows with more cases than people are slips. */
const FEW_ROWS = 5
const FEW_SHARE = 0.1

/** An error that concerns the two columns as a whole; NaN: a cell that is not a number. */
export function findCountsError(
  numerators: Float64Array,
  denominators: Float64Array,
  columns: PointsColumns,
): PointError | null {
  const known = Array.from(numerators.keys()).filter(
    (i) => !Number.isNaN(numerators[i]) && !Number.isNaN(denominators[i]),
  )
  const counts = known.map((i): Counts => ({ cases: numerators[i], people: denominators[i] }))
  if (looksLikeShares(counts))
    return {
      row: null,
      column: columns.numerator,
      message: 'the numerators look like shares: none is above 1, and some are not whole.',
      help: 'Multiply each by its denominator: the model needs counts.',
      remedy: 'multiply-shares',
    }
  const above = counts.filter(({ cases, people }) => people > 0 && cases > people).length
  if (above < Math.max(FEW_ROWS, FEW_SHARE * counts.length)) return null
  if (looksLikePercentages(counts))
    return {
      row: null,
      column: columns.numerator,
      message: `the numerators look like percentages: none is above 100, and ${above.toLocaleString('en')} are above the denominator.`,
      help: 'Multiply each by its denominator and divide by 100: the model needs counts.',
      remedy: 'multiply-percentages',
    }
  if (counts.some(({ cases, people }) => people < 0 || people > cases || !(cases > 0))) return null
  return {
    row: null,
    column: columns.numerator,
    message: `all ${counts.length.toLocaleString('en')} rows fit if numerator and denominator are swapped.`,
    help: `Swap the columns: '${columns.denominator}' for the numerator and '${columns.numerator}' for the denominator.`,
    remedy: 'swap-counts',
  }
}

interface Counts {
  cases: number
  people: number
}

/**
 * Weighted counts have fractions, too. If an outcome is rare, none of them is above 1, but then most are 0 and the
 * denominators have fractions as well. Of one person each, a share is the count.
 */
function looksLikeShares(counts: readonly Counts[]): boolean {
  if (counts.every(({ cases }) => Number.isInteger(cases))) return false
  if (counts.some(({ cases }) => cases < 0 || cases > 1)) return false
  if (!counts.some(({ people }) => people > 1)) return false
  const weighted = counts.some(({ people }) => !Number.isInteger(people))
  return !weighted || 2 * counts.filter(({ cases }) => cases > 0).length > counts.length
}

/** Not swapped: then no numerator is below its denominator. Small whole numbers are counts beside a wrong column. */
function looksLikePercentages(counts: readonly Counts[]): boolean {
  if (counts.some(({ cases }) => cases < 0 || cases > 100)) return false
  const whole = (key: keyof Counts) => counts.every((one) => Number.isInteger(one[key]))
  const largest = (key: keyof Counts) => counts.reduce((most, one) => Math.max(most, one[key]), 0)
  if (whole('people') && !whole('cases')) return true
  return (
    largest('cases') > Math.max(20, largest('people')) &&
    counts.some(({ cases, people }) => people > 0 && cases < people)
  )
}
