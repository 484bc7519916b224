import { z } from 'zod'
import { ApiError, failureMessage } from '~/api/api-error.ts'

type FieldErrors = Partial<Record<string, string>>

/** Validates a form's values against their schemas: errors by field. */
export const checkTexts = (
  values: Readonly<Record<string, string>>,
  checks: Readonly<Record<string, { schema: z.ZodType; message: string }>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(checks).flatMap(([name, { schema, message }]) =>
      schema.safeParse(values[name]).success ? [] : [[name, message]],
    ),
  )

/** Empty, or of that schema. */
export const emptyOr = (schema: z.ZodType) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
    schema.optional(),
  )

/** The service's errors: at the fields they name; the rest as separate sentences. */
export function rejectionOf(
  error: unknown,
  names: readonly string[],
): { fields: FieldErrors; others: string[] } {
  const items = error instanceof ApiError ? error.errors : []
  const fields: FieldErrors = {}
  const others: string[] = []
  for (const { field, message, help } of items) {
    const sentence = help ? `${message} ${help}` : message
    if (field !== undefined && names.includes(field)) fields[field] ??= sentence
    else others.push(sentence)
  }
  return items.length > 0 ? { fields, others } : { fields, others: [failureMessage(error)] }
}
