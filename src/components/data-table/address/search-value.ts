import type { z } from 'zod'
import { A_NUMBER, allowedValues } from '~/lib/allowed-values.ts'

/** The accepted values in words, from the schema's message about a rejected one. */
export function formatAllowedValues(schema: z.ZodType, rejected: string): string | undefined {
  const allowed = (value: unknown) => {
    const issue = schema.safeParse(value).error?.issues[0]
    return issue && allowedValues(issue)
  }
  const words = allowed(rejected)
  // A text is rejected before its schema asks whether the number is whole.
  return words === A_NUMBER ? (allowed(0.5) ?? words) : words
}
