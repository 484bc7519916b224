import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Job, type JobChange, jobChange } from '#contract/job-shapes.ts'
import { watchJobs } from '#contract/jobs.ts'
import { addressOf } from '~/api/address.ts'

export const POLL_MS = 3000
/** The browser gives up permanently if the answer is not a stream; then we reconnect. */
const RECONNECT_MS = 10_000
/** Several changes at once cause one refetch. */
const SETTLE_MS = 400

export type Liveness = 'connecting' | 'live' | 'polling'
interface JobPage {
  content: Job[]
  totalElements: number
}

/** Applies an event to every list in the cache; returns whether a list had the job, and in another state. */
export function patchJobs(client: QueryClient, change: JobChange) {
  let known = false
  let changed = false
  for (const list of ['list', 'recent'])
    client.setQueriesData<JobPage>({ queryKey: ['jobs', list] }, (page) => {
      const before = page?.content.find((job) => job.id === change.id)
      if (!page || !before) return page
      known = true
      if (change.attempt < before.attempt) return page
      changed ||= stateOf(change) !== stateOf(before)
      return {
        ...page,
        content: page.content.map((job) => (job.id === change.id ? { ...job, ...change } : job)),
      }
    })
  return { known, changed }
}

/** What lists filter by, and a job's step and fraction do not change. */
const stateOf = ({ status, final, all_adm_pass, is_overfit, tags }: JobChange) =>
  JSON.stringify([status, final, all_adm_pass, is_overfit, tags])

export const refetchJobs = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['jobs', 'list'] }),
    client.invalidateQueries({ queryKey: ['jobs', 'recent'] }),
    client.invalidateQueries({ queryKey: ['jobs', 'count'] }),
    client.invalidateQueries({ queryKey: ['jobs', 'queue'] }),
    client.invalidateQueries({ queryKey: ['submissions'] }),
    client.invalidateQueries({ queryKey: ['notifications', 'list'] }),
  ])

/** Keeps the cached lists current while a screen is open: server-sent events, polling as fallback. */
export function useLiveJobs(submissionId?: number): Liveness {
  const client = useQueryClient()
  const [liveness, setLiveness] = useState<Liveness>('connecting')

  useEffect(() => {
    let source: EventSource | undefined
    let poll: ReturnType<typeof setInterval> | undefined
    let reconnect: ReturnType<typeof setTimeout> | undefined
    let settle: ReturnType<typeof setTimeout> | undefined
    // The last state of each job, also of those that no list on this screen shows: new ones, and those on other pages or
    // outside the filters.
    const lastStates = new Map<number, string>()
    const refetch = () => void refetchJobs(client)
    const refetchSoon = () => {
      settle ??= setTimeout(() => {
        settle = undefined
        refetch()
      }, SETTLE_MS)
    }
    const fallBack = () => {
      setLiveness('polling')
      poll ??= setInterval(refetch, POLL_MS)
    }
    const onJob = (event: MessageEvent<string>) => {
      const change = readChange(event.data)
      if (!change) return
      const { known, changed } = patchJobs(client, change)
      const state = stateOf(change)
      const isNew = !known && lastStates.get(change.id) !== state
      lastStates.set(change.id, state)
      // A new state changes times, which filters a job passes and a submission's counts; a new job changes the total.
      // Events include none of it.
      if (changed || isNew) refetchSoon()
    }
    const connect = () => {
      const query = submissionId === undefined ? {} : { submission_id: [submissionId] }
      source = new EventSource(addressOf(watchJobs, { query }))
      source.addEventListener('open', () => {
        clearInterval(poll)
        poll = undefined
        setLiveness('live')
        // Catches up on changes missed while disconnected.
        refetch()
      })
      source.addEventListener('job', onJob)
      source.addEventListener('error', () => {
        fallBack()
        if (source?.readyState !== EventSource.CLOSED) return
        source.close()
        reconnect = setTimeout(connect, RECONNECT_MS)
      })
    }
    const disconnect = () => {
      source?.close()
      clearInterval(poll)
      clearTimeout(reconnect)
      clearTimeout(settle)
      poll = settle = undefined
    }
    // Browsers limit connections per server: a hidden tab closes its own.
    const onVisibility = () => {
      disconnect()
      if (document.visibilityState !== 'hidden') connect()
    }
    const streams = typeof EventSource !== 'undefined'
    if (streams) {
      onVisibility()
      document.addEventListener('visibilitychange', onVisibility)
    } else fallBack()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      disconnect()
    }
  }, [client, submissionId])

  return liveness
}

function readChange(data: string): JobChange | undefined {
  try {
    return jobChange.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}
