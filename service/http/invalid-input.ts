import type { z } from 'zod'
import { ServiceError } from '../service-error.ts'

type Issue = z.core.$ZodIssue
type Finding = { field?: string; message: string; help?: string }

const KINDS: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a date',
}
const FORMATS: Record<string, string> = { date: 'a date such as 2024-01-31', email: 'an email address' }

const quoted = (values: readonly unknown[]) => values.map(String).join(', ')
const isOurs = (issue: Issue) => !/^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)

/** Sentences about one zod issue, in words for a person who fills in a request. */
function describe(issue: Issue, allowed: readonly string[]): Finding[] {
  const field = issue.path.map(String).join('.') || undefined
  const name = field ?? 'The request'
  // A message written in the contract is better than any generated here.
  if (isOurs(issue)) {
    const sentence = /[.!?]$/.test(issue.message)
    return [{ field, message: sentence ? issue.message : `${name} must be ${issue.message}.` }]
  }
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: key,
        message: `'${key.slice(0, 60)}' is not known here; allowed are ${quoted(allowed)}.`,
        help: `Allowed: ${quoted(allowed)}`,
      }))
    case 'invalid_value':
      return [
        {
          field,
          message: `${name} must be one of ${quoted(issue.values)}.`,
          help: `Allowed: ${quoted(issue.values)}`,
        },
      ]
    case 'invalid_type':
      return [
        {
          field,
          message: issue.message.endsWith('undefined')
            ? `${name} is required.`
            : `${name} must be ${KINDS[issue.expected] ?? issue.expected}.`,
        },
      ]
    case 'too_small':
    case 'too_big':
      return [{ field, message: `${name} must be ${boundOf(issue)}.` }]
    case 'invalid_format':
      return [
        { field, message: `${name} must be ${FORMATS[issue.format] ?? `of the form ${issue.format}`}.` },
      ]
    case 'invalid_union':
      return [{ field, message: `${name} must be ${unionOf(issue)}.` }]
    default:
      return [{ field, message: `${name} is not valid.` }]
  }
}

function boundOf(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const small = issue.code === 'too_small'
  const bound = Number(small ? issue.minimum : issue.maximum)
  if (issue.origin === 'string')
    return small
      ? bound === 1
        ? 'filled in'
        : `at least ${bound} characters long`
      : `at most ${bound} characters long`
  if (issue.origin === 'array') return small ? `a list of at least ${bound}` : `a list of at most ${bound}`
  const edge = issue.inclusive === false ? (small ? 'above' : 'below') : small ? 'at least' : 'at most'
  return `${edge} ${bound}`
}

function unionOf(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const values = issue.errors.flat().flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []))
  return values.length > 0 ? `one of ${quoted(values)}` : 'of another form'
}

/**
 * The 422 for input that the contract rejects: `detail` names the first error and the allowed values, `errors` lists
 * all.
 */
export function invalidInput(error: z.ZodError, schema: z.ZodObject): ServiceError {
  const allowed = Object.keys(schema.shape)
  const errors = error.issues.flatMap((issue) => describe(issue, allowed)).slice(0, 50)
  return new ServiceError('invalid', errors[0].message, { errors })
}
