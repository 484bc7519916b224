import { ApiError, type ProblemItem, failureMessage } from '~/api/api-error.ts'

export interface FormErrors {
  /** One sentence per field. */
  fields: Readonly<Record<string, string>>
  /** Errors that belong to no field of this form. */
  others: readonly string[]
}
export const noErrors: FormErrors = { fields: {}, others: [] }

const sentence = ({ message, help }: ProblemItem) => (help ? `${message} ${help}` : message)

/** Shows the service's errors at the fields they name; errors without a field appear above the form. */
export function errorsOf(error: unknown, names: readonly string[]): FormErrors {
  const items = error instanceof ApiError ? error.errors : []
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const item of items) {
    if (item.field !== undefined && names.includes(item.field)) fields[item.field] ??= sentence(item)
    else others.push(sentence(item))
  }
  return items.length > 0 ? { fields, others } : { fields, others: [failureMessage(error)] }
}
