import type { z } from 'zod'

/** What the contract accepts of one search parameter, and what it rejects. */
export function sift(schema: z.ZodType, value: unknown): { kept: unknown; rejected?: unknown } {
  if (value === undefined || value === '') return { kept: schema.safeParse(undefined).data }
  const whole = schema.safeParse(value)
  if (whole.success) return { kept: whole.data }
  const fallback = { kept: schema.safeParse(undefined).data, rejected: value }
  if (!Array.isArray(value)) return fallback
  const good = value.filter((one) => schema.safeParse([one]).success)
  const some = schema.safeParse(good)
  if (good.length === 0 || !some.success) return fallback
  return { kept: some.data, rejected: value.filter((one) => !good.includes(one)) }
}

/** The accepted values in words, from what the schema says about a rejected one. */
export function allowedInWords(schema: z.ZodType, rejected: string): string | undefined {
  const issue = schema.safeParse(rejected).error?.issues[0]
  return issue && inWords(issue)
}

function inWords(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.join(', ')
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map(inWords))].filter(Boolean).join(', ')
    case 'invalid_type':
      return { number: 'a whole number', int: 'a whole number', boolean: 'true, false' }[
        issue.expected as string
      ]
    case 'too_small':
      return `at least ${amount(issue.minimum, issue.origin)}`
    case 'too_big':
      return `at most ${amount(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return (
        { date: 'a date such as 2024-01-31', datetime: 'a time such as 2024-01-31T12:00:00Z' }[
          issue.format as string
        ] ?? (issue.message.startsWith('Invalid') ? undefined : issue.message)
      )
    case 'custom':
      return issue.message
    default:
      return undefined
  }
}

const units: Record<string, string> = { string: ' characters', array: ' values' }
const amount = (limit: number | bigint, origin: string) =>
  `${limit.toLocaleString('en')}${units[origin] ?? ''}`
