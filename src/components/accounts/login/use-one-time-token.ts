import { useHydrated, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of an emailed link, kept for a reload. */
    token?: string
  }
}

/**
 * Keeps the token of an emailed link and removes it from the address at once: shared links stay clean, and no server
 * sees it. A reload finds it in the state of the tab's history until `clear` or `forget`.
 */
export function useOneTimeToken(to: '/recover-password' | '/confirm-email', token: string | undefined) {
  const navigate = useNavigate()
  const stored = useLocation({ select: ({ state }) => state.token })
  // The first render must be the server's, which does not know the stored one.
  const hydrated = useHydrated()
  const arrival = token ?? (hydrated ? stored : undefined)
  const [current, setCurrent] = useState(token)
  // Another link opened in the same tab, or a reload.
  if (arrival !== undefined && arrival !== current) setCurrent(arrival)
  useEffect(() => {
    if (token !== undefined) void navigate({ to, search: {}, state: { token }, replace: true })
  }, [token, to, navigate])
  const clear = () => navigate({ to, search: {}, replace: true })
  return {
    token: current,
    /** It was used; what is shown stays. */
    clear: () => void clear(),
    forget: () => void clear().then(() => setCurrent(undefined)),
  }
}
