import pino from 'pino'

/**
 * What is logged of an error: where and what, but no value that a person sent. Drizzle writes those into its message,
 * PostgreSQL into `detail`.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code, constraint, table, query, cause } = error as Error & Record<string, unknown>
  const where = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: typeof query === 'string' ? `failed query: ${query}` : error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
    stack: where.slice(0, 12).join('\n'),
    ...(cause === undefined || depth > 3 ? {} : { cause: describeError(cause, depth + 1) }),
  }
}

/** The process's log: JSON lines. Errors go in as `err`. */
export const createLog = (
  options: { level: string; base?: Record<string, unknown> },
  destination?: pino.DestinationStream,
): pino.Logger =>
  pino(
    {
      ...options,
      // At 'trace' the multipart reader logs the request's headers, including the token.
      redact: { paths: ['busboyOptions'], remove: true },
      serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
    },
    destination,
  )
