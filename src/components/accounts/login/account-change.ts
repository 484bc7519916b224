import { useEffect, useLayoutEffect, useState } from 'react'
import { person } from '#contract/accounts/accounts.ts'
import { setPagePerson } from '~/api/page-person.ts'

const account = person.pick({ id: true, name: true })
interface Account {
  id: number
  name: string
}
const CHANNEL = 'account'

/** Says to the other tabs of this browser who has logged in; null: the session has ended. */
export function notifyTabs(now: Account | null): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(now && { id: now.id, name: now.name })
  channel.close()
}

/** Who is logged in now, null for nobody, if that is not the person of this page; `dismiss` forgets it. */
export function useAccountChange(mine: number) {
  const [now, setNow] = useState<Account | null>()
  useLayoutEffect(() => {
    setPagePerson(mine)
    return () => setPagePerson(null)
  }, [mine])
  useEffect(() => {
    const show = (other: Account | null) => setNow(other?.id === mine ? undefined : other)
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }) => {
      const heard = account.nullable().safeParse(data)
      if (heard.success) show(heard.data)
    })
    // A tab that the browser had put to sleep has heard nothing.
    const look = () => {
      const current = document.visibilityState === 'visible' && accountOf(document.cookie)
      if (current) show(current)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', look)
    }
  }, [mine])
  return { now, dismiss: () => setNow(undefined) }
}

function accountOf(cookies: string): Account | undefined {
  const [, value] = /(?:^|; )current-user=([^;]*)/.exec(cookies) ?? []
  try {
    return account.safeParse(JSON.parse(decodeURIComponent(value ?? ''))).data
  } catch {
    return undefined
  }
}
