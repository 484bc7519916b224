const COOKIE = /(?:^|;\s*)(?:__Host-)?token=([^;\s]+)/
const ASK_MS = 5000

/** Whether the service knows the session of these cookies. */
export async function hasSession(cookies: string | null, apiUrl: string): Promise<boolean> {
  const [, token] = COOKIE.exec(cookies ?? '') ?? []
  if (token === undefined) return false
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${apiUrl}/users/me`, { headers, signal: AbortSignal.timeout(ASK_MS) }).catch(
    () => null,
  )
  await answer?.body?.cancel()
  return answer?.ok ?? false
}
