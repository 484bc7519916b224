import { count } from '~/lib/figures.ts'
import type { PointsReading } from '#contract/surveys/points-reading.ts'
import type { Delimiter, Encoding } from '#common/delimited.ts'

export const DELIMITER_WORDS: Record<Delimiter, string> = {
  comma: 'Commas',
  semicolon: 'Semicolons',
  tab: 'Tabs',
  pipe: 'Pipes (|)',
}

export const DECIMAL_WORDS: Record<PointsReading['decimal'], string> = {
  point: 'Points, as in 0.5',
  comma: 'Commas, as in 0,5',
}

export const ENCODING_WORDS: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'windows-1252 (Western Europe)',
}

/** 'Separated by semicolons, decimal commas, UTF-8' */
export function describeReading({
  format,
  encoding,
  delimiter,
  decimal,
  sheet,
  people,
}: PointsReading): string {
  const parts = [
    format === 'xlsx' && `Workbook, sheet ‘${sheet}’`,
    format === 'dta' && 'Stata file',
    delimiter && `separated by ${delimiter === 'pipe' ? 'pipes' : DELIMITER_WORDS[delimiter].toLowerCase()}`,
    `decimal ${decimal}s`,
    encoding && ENCODING_WORDS[encoding],
    people && describePeople(people),
  ].filter((part) => typeof part === 'string')
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const describePeople = ({
  case_values,
  left_out_values,
  weight_scale,
}: NonNullable<PointsReading['people']>): string =>
  [
    `a row per person, cases: ${case_values}`,
    left_out_values && `no answer: ${left_out_values}`,
    weight_scale !== 1 && `weights divided by ${count(weight_scale)}`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ')
