import type { z } from 'zod'

/** The values that a schema accepts, in words, from its message about a rejected one. */
export function allowedValues(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.join(', ')
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map(allowedValues))].filter(Boolean).join(', ')
    case 'invalid_type':
      return types[issue.expected as string]
    case 'too_small':
      return `at least ${amount(issue.minimum, issue.origin)}`
    case 'too_big':
      return `at most ${amount(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return (
        formats[issue.format as string] ?? (issue.message.startsWith('Invalid') ? undefined : issue.message)
      )
    case 'custom':
      return issue.message
    default:
      return undefined
  }
}

export const A_NUMBER = 'a number'
const types: Record<string, string> = {
  number: A_NUMBER,
  int: 'a whole number',
  boolean: 'true, false',
}
const formats: Record<string, string> = {
  date: 'a date such as 2024-01-31',
  datetime: 'a time such as 2024-01-31T12:00:00Z',
}
const units: Record<string, string> = { string: ' characters', array: ' values' }
const amount = (limit: number | bigint, origin: string) =>
  `${limit.toLocaleString('en')}${units[origin] ?? ''}`
