import { z } from 'zod'
import { ApiError, failureMessage } from '~/api/api-error.ts'

type Texts = Readonly<Record<string, string>>
type FieldErrors = Partial<Record<string, string>>

/** Validates a form's texts against their schemas: errors by field; undefined if all are valid. */
export function checkTexts(
  values: Texts,
  schemas: Readonly<Record<string, { schema: z.ZodType; message: string }>>,
): { fields: Record<string, string> } | undefined {
  const fields = Object.entries(schemas).flatMap(([name, { schema, message }]) =>
    schema.safeParse(values[name]).success ? [] : [[name, message] as const],
  )
  return fields.length > 0 ? { fields: Object.fromEntries(fields) } : undefined
}

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
