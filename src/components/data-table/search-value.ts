import type { z } from 'zod'
import { allowedValues } from '~/lib/allowed-values.ts'

/** The accepted values in words, from the schema's message about a rejected one. */
export function allowedInWords(schema: z.ZodType, rejected: string): string | undefined {
  const issue = schema.safeParse(rejected).error?.issues[0]
  return issue && allowedValues(issue)
}
