import { isDatabaseAway } from './database-error.ts'

/** Why a program did not start, for the operator; the statement that failed does not help, and may be very long. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  let last = error
  while (last.cause instanceof Error) last = last.cause
  const { code, message } = last as NodeJS.ErrnoException
  const said = `${(message || String(code)).replace(/\.$/, '')}${message && code ? ` (${code})` : ''}`
  if (isDatabaseAway(error)) return `The database cannot be reached: ${said}.`
  return 'query' in error || 'severity' in error ? `The database reports: ${said}.` : error.message
}
