import { useSyncExternalStore } from 'react'
import { greeting } from '~/lib/greeting.ts'

const never = () => () => undefined

/** The hour is the browser's; the server, which does not know it, says Hello. */
export function GreetingTitle({ firstName }: { firstName: string }) {
  const hour = useSyncExternalStore<number | null>(
    never,
    () => new Date().getHours(),
    () => null,
  )
  const words = hour === null ? 'Hello' : greeting(hour)
  return <>{`${words}, ${firstName}`}</>
}
