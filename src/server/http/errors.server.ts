import { z } from 'zod'
import { ApiError } from '~/api/api-error.ts'

/** An error of a server function reaches the browser: keep the service's message, hide everything else. */
export function publicError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const rejected = rejectedFields(error)
  if (rejected)
    return new ApiError(
      422,
      'The request is not valid.',
      rejected.map((field) => ({ field, message: 'This value is not accepted.' })),
    )
  // oxlint-disable-next-line no-console -- the server's log is the only place for what is hidden from the browser
  console.error('A server function failed:', error)
  return new ApiError(500, '')
}

/** The framework reports rejected input as an Error whose message is the list of issues as JSON. */
function rejectedFields(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || !error.message.startsWith('[')) return undefined
  try {
    const issues = z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])) }))
      .parse(JSON.parse(error.message))
    return [...new Set(issues.map(({ path }) => path.join('.')))].slice(0, 50)
  } catch {
    return undefined
  }
}
