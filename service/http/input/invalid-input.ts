import { z } from 'zod'
import { type ErrorKind, ServiceError } from '../../service-error.ts'
import { fixed, foreign, sentence } from '../../sentence.ts'

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
const FORMATS: Record<string, string> = {
  date: 'a date such as 2024-01-31',
  datetime: 'a moment such as 2024-01-31T12:00:00Z',
  email: 'an email address',
}

const quoted = (values: readonly unknown[]) => values.map(String).join(', ')
const isOurs = (issue: Issue) => !/^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)

/** The fields of the object at `path`; none if the contract names none there. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return fieldsAt(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe)
    return fieldsAt(schema.out instanceof z.ZodTransform ? schema.in : schema.out, path)
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, path.slice(1))
  if (!(schema instanceof z.ZodObject)) return []
  return path.length === 0
    ? Object.keys(schema.shape)
    : fieldsAt(schema.shape[String(path[0])], path.slice(1))
}

/** The path of the value. The contract turns a single value into a list of one; its index is left out. */
function pathOf({ path }: Issue, input: unknown): PropertyKey[] {
  const [name, index, ...rest] = path
  const isOne = typeof index === 'number' && !Array.isArray((input as Record<PropertyKey, unknown>)[name])
  return isOne ? [name, ...rest] : [...path]
}

/** Sentences about one zod issue, in words for a person who fills in a request. */
function describe(issue: Issue, schema: z.ZodObject, input: unknown): Finding[] {
  const path = pathOf(issue, input)
  const field = path.map(String).join('.') || undefined
  const name = field ?? 'The request'
  // A message written in the contract is better than any generated here.
  if (isOurs(issue)) {
    const sentence = /[.!?]$/.test(issue.message)
    return [{ field, message: sentence ? issue.message : `${name} must be ${issue.message}.` }]
  }
  switch (issue.code) {
    case 'unrecognized_keys': {
      const allowed = quoted(fieldsAt(schema, issue.path))
      return issue.keys.map((key) => ({
        field: [...path, key].map(String).join('.'),
        message: `'${key.slice(0, 60)}' is not known here; ${allowed ? `allowed are ${allowed}` : 'nothing is allowed'}.`,
        help: allowed ? `Allowed: ${allowed}` : undefined,
      }))
    }
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
  const inner = issue.errors.flat()
  // An empty text stands for the default, which has a name, too.
  const values = inner
    .flatMap((one) => (one.code === 'invalid_value' ? one.values : []))
    .filter((value) => value !== '')
  const formats = inner.flatMap((one) => (one.code === 'invalid_format' ? [FORMATS[one.format] ?? []] : []))
  const all = [...(values.length > 0 ? [`one of ${quoted(values)}`] : []), ...new Set(formats.flat())]
  return all.length > 0 ? all.join(' or ') : 'of another form'
}

/** For input that the contract rejects: `detail` names the first error and the allowed values, `errors` lists all. */
export function invalidInput(
  kind: ErrorKind,
  error: z.ZodError,
  schema: z.ZodObject,
  input: unknown,
): ServiceError {
  const errors = error.issues.flatMap((issue) => describe(issue, schema, input)).slice(0, 50)
  const [name] = error.issues[0].path
  const general =
    typeof name === 'string' && Object.hasOwn(schema.shape, name)
      ? sentence`${fixed(name)} is not valid.`
      : sentence`The request is not valid.`
  return new ServiceError(kind, foreign(errors[0].message, general), { errors })
}
