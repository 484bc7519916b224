/** A full server, or one that is starting; class 08 (connection) and 57P (shutdown, start) belong here too. */
const TOO_MANY_CONNECTIONS = '53300'
const AWAY_SENTENCE =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i

const ofConnections = new WeakSet<Error>()

/** An error of a connection to the database looks like that of any other socket, so its client marks it. */
export const markDatabaseError = (error: Error): void => void ofConnections.add(error)

/** A PostgreSQL, or a connection to it, that cannot serve. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error) ?? ''
  if (code === TOO_MANY_CONNECTIONS || code.startsWith('08') || code.startsWith('57P')) return true
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (ofConnections.has(at) || AWAY_SENTENCE.test(at.message)) return true
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
