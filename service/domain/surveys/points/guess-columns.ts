import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/surveys/points-columns.ts'
import { DECIMAL } from '#service/tables/cells.ts'
import { isMissing } from '#service/tables/missing-value.ts'
import { withPoint } from './decimal-marks.ts'
import type { PointsTable } from './points-table.ts'
import { NUMBER_COLUMNS } from './points-values.ts'
import { readUrban } from './read-urban.ts'

/** Usual names of columns in points files, and those of DHS, MICS and malaria surveys. */
const USUAL: Record<PointsColumnName, RegExp> = {
  cluster: /^(cluster|cluster_?(id|no|number)|clust|hv001|v001|mv001|dhsclust|hh1|ea|psu|site_?id)$/i,
  longitude: /^(longitude|lon|lng|long|longnum|x)$/i,
  latitude: /^(latitude|lat|latnum|y)$/i,
  numerator: /^(numerator|indicator|cases|positives?|n?_?pos|no_?(inf|pos)|infected|events?)$/i,
  denominator: /^(denominator|n|sample_?size|samples?|total|tested|examined|no_?(exam|tested|examined))$/i,
  weight: /^(weight|wt|hv005|v005|mv005|hhweight|sample_?weight)$/i,
  stratum: /^(stratum|strata|hv022|v022|hv023|v023|hv024|v024|region)$/i,
  urban: /^(urban|urban_?rura(l)?|hv025|v025|mv025|hh6|residence)$/i,
}
const NUMBERS = new Set<PointsColumnName>(NUMBER_COLUMNS)
/** Enough to see what a column holds. */
const ROWS = 2000
/** Of the cells with a value. */
const MOST = 0.9

/** The file's column for each role, by its name and contents; none if several fit. */
export function guessColumns(table: PointsTable): Partial<Record<PointsColumnName, string>> {
  const guess: Partial<Record<PointsColumnName, string>> = {}
  for (const role of POINTS_COLUMN_NAMES) {
    // Of people, they are counted.
    if (role === 'denominator' && table.reading.people) continue
    const own = table.header.filter((name) => name === role)
    const candidates = own.length > 0 ? own : table.header.filter((name) => USUAL[role].test(name))
    const fits = candidates.filter((name) => own.length > 0 || suits(role, name, table))
    // DHS files have several: their strata come before their regions.
    if (fits.length === 1 || (role === 'stratum' && fits.length > 0)) guess[role] = fits[0]
  }
  return guess
}

function suits(
  role: PointsColumnName,
  name: string,
  { header, rows, reading, column }: PointsTable,
): boolean {
  const texts = column(header.indexOf(name)).slice(0, ROWS)
  const values = texts.filter((text) => !isMissing(text) && text !== '')
  if (role === 'urban') return readUrban({ row: rows.subarray(0, ROWS), urban: texts }).problem === null
  if (!NUMBERS.has(role)) return values.length > 0
  const numbers = values.filter((text) => DECIMAL.test(reading.decimal === 'comma' ? withPoint(text) : text))
  return numbers.length >= MOST * values.length
}
