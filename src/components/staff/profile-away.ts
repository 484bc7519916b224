import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const route = getRouteApi('/_authed')

/** The server gave up on the profile; the browser continues, behind the root preloader. */
export function ProfileAway() {
  const router = useRouter()
  const { profileRetryMs } = route.useRouteContext()
  useEffect(() => {
    const timer = setTimeout(() => void router.invalidate(), profileRetryMs)
    return () => clearTimeout(timer)
  }, [router, profileRetryMs])
  return null
}
