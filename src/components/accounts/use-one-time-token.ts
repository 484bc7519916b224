import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Keeps the token of an emailed link and removes it from the address at once: history and shared links stay clean. */
export function useOneTimeToken(to: '/recover-password' | '/confirm-email', token: string | undefined) {
  const navigate = useNavigate()
  const [kept, setKept] = useState(token)
  // Another link opened in the same tab.
  if (token !== undefined && token !== kept) setKept(token)
  useEffect(() => {
    if (token !== undefined) void navigate({ to, search: {}, replace: true })
  }, [token, to, navigate])
  return { token: kept, forget: () => setKept(undefined) }
}
