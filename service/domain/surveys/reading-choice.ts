import type { ReadingBody, ReadingChoice } from '#contract/surveys/points-reading.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** How a call wants the points file to be read. */
export function readingChoice(body: ReadingBody): ReadingChoice {
  const {
    encoding,
    delimiter,
    decimal,
    sheet,
    rows,
    case_values,
    left_out_values = '',
    weight_scale = 1,
  } = body
  if (rows !== 'person') return { encoding, delimiter, decimal, sheet }
  if (case_values === undefined)
    throw new ServiceError(
      'invalid',
      sentence`case_values must be filled in where a row is a person: the values of the outcome that count as cases.`,
      { field: 'case_values' },
    )
  return { encoding, delimiter, decimal, sheet, people: { case_values, left_out_values, weight_scale } }
}
