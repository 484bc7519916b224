import { useSyncExternalStore } from 'react'
import { greeting } from '~/lib/greeting.ts'

const never = () => () => undefined

/** The hour is the browser's; the server, which cannot know it, says Hello. Nobody is greeted by a name not theirs. */
export function GreetingTitle({ firstName }: { firstName: string | undefined }) {
  const hour = useSyncExternalStore<number | null>(
    never,
    () => new Date().getHours(),
    () => null,
  )
  const words = hour === null ? 'Hello' : greeting(hour)
  return <>{firstName === undefined ? words : `${words}, ${firstName}`}</>
}
