/**
 * Codes of a PostgreSQL, or a connection to it, that cannot serve; class 08 (connection) and 57P (shutdown, start)
 * belong here too.
 */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  '53300',
])
const AWAY_SENTENCE =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i

export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error) ?? ''
  if (AWAY.has(code) || code.startsWith('08') || code.startsWith('57P')) return true
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    // When an embedded server is down, its socket is a missing file.
    if ((at as NodeJS.ErrnoException).syscall === 'connect') return true
    if (AWAY_SENTENCE.test(at.message)) return true
  }
  return false
}

/** The SQLSTATE or network code of a database error, however wrapped. */
export function databaseCode(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return undefined
}
