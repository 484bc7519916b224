import { ApiError } from '~/api/api-error.ts'

/** An error of a server function reaches the browser: keep the service's message, hide everything else. */
export function publicError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isInvalidInput(error)) return new ApiError(422, 'The request is not valid.')
  // oxlint-disable-next-line no-console -- the server's log is the only place for what is hidden from the browser
  console.error('A server function failed:', error)
  return new ApiError(500, '')
}

/** The framework reports rejected input as an Error whose message is the list of issues as JSON. */
function isInvalidInput(error: unknown): boolean {
  if (!(error instanceof Error) || !error.message.startsWith('[')) return false
  try {
    const issues: unknown = JSON.parse(error.message)
    return (
      Array.isArray(issues) &&
      issues.every((issue) => typeof issue === 'object' && 'path' in (issue as object))
    )
  } catch {
    return false
  }
}
