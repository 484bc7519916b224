import type { z } from 'zod'
import { allowedValues } from '~/lib/allowed-values.ts'

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

/** The accepted values in words, from the schema's message about a rejected one. */
export function allowedInWords(schema: z.ZodType, rejected: string): string | undefined {
  const issue = schema.safeParse(rejected).error?.issues[0]
  return issue && allowedValues(issue)
}
