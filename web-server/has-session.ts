/** On https the first, otherwise the second; other applications of the host may have one of that name. */
const COOKIES = [/(?:^|;\s*)__Host-token=([^;\s]+)/, /(?:^|;\s*)token=([^;\s]+)/]
const ASK_MS = 5000

/** Whether the service knows the session of these cookies; if it is busy, the call itself will say so. */
export async function hasSession(cookies: string | null, apiUrl: string): Promise<boolean> {
  const [token] = COOKIES.flatMap((pattern) => pattern.exec(cookies ?? '')?.[1] ?? [])
  if (token === undefined) return false
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${apiUrl}/users/me`, { headers, signal: AbortSignal.timeout(ASK_MS) }).catch(
    () => null,
  )
  await answer?.body?.cancel()
  return answer !== null && answer.status !== 403
}
