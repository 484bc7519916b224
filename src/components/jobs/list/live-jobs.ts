import { type InvalidateOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Job, type JobChange, jobChange } from '#contract/jobs/job-shapes.ts'
import { HEARTBEAT_EVENT, HEARTBEAT_MS, watchJobs } from '#contract/jobs/jobs.ts'
import { addressOf } from '~/api/address.ts'

const POLL_MS = 3000
/** The browser gives up permanently if the answer is not a stream; then we reconnect. */
const RECONNECT_MS = 10_000
/** A stream without a sign of life for this long is dead, or a proxy holds its events back. */
const SILENCE_MS = 2 * HEARTBEAT_MS
/** Several changes at once cause one refetch. */
const SETTLE_MS = 400

export type Liveness = 'connecting' | 'live' | 'polling'
interface JobPage {
  content: Job[]
  totalElements: number
}

/** Applies an event to every list in the cache; returns whether a list had the job, and in another state. */
export function patchJobs(client: QueryClient, change: JobChange) {
  let isListed = false
  let changed = false
  for (const list of ['list', 'recent'])
    client.setQueriesData<JobPage>({ queryKey: ['jobs', list] }, (page) => {
      const before = page?.content.find((job) => job.id === change.id)
      if (!page || !before) return page
      isListed = true
      if (change.attempt < before.attempt) return page
      changed ||= stateOf(change) !== stateOf(before)
      return {
        ...page,
        content: page.content.map((job) => (job.id === change.id ? { ...job, ...change } : job)),
      }
    })
  return { isListed, changed }
}

/** What lists filter by, and a job's step and fraction do not change. */
const stateOf = ({ status, final, all_adm_pass, is_overfit, verdict, tags }: JobChange) =>
  JSON.stringify([status, final, all_adm_pass, is_overfit, verdict, tags])

const LISTS = [
  ['jobs', 'list'],
  ['jobs', 'recent'],
  ['jobs', 'count'],
  ['jobs', 'queue'],
  ['submissions'],
  ['notifications', 'list'],
]

export const refetchJobs = (client: QueryClient, options?: InvalidateOptions) =>
  Promise.all(LISTS.map((queryKey) => client.invalidateQueries({ queryKey }, options)))

/** Keeps the cached lists current while a screen is open: server-sent events, polling as fallback. */
export function useLiveJobs(submissionId?: number): Liveness {
  const client = useQueryClient()
  const [liveness, setLiveness] = useState<Liveness>('connecting')

  useEffect(() => {
    let source: EventSource | undefined
    let poll: ReturnType<typeof setInterval> | undefined
    let reconnect: ReturnType<typeof setTimeout> | undefined
    let settle: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
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
    const startPolling = () => {
      poll ??= setInterval(() => {
        setLiveness('polling')
        // A refetch that takes longer than the interval is not begun again.
        void refetchJobs(client, { cancelRefetch: false })
      }, POLL_MS)
    }
    const stopPolling = () => {
      clearInterval(poll)
      poll = undefined
    }
    const reconnectLater = () => {
      source?.close()
      clearTimeout(silence)
      reconnect = setTimeout(connect, RECONNECT_MS)
    }
    const fallBack = () => {
      setLiveness('polling')
      startPolling()
    }
    const watchSilence = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        fallBack()
        reconnectLater()
      }, SILENCE_MS)
    }
    /** An open stream proves nothing: only what arrives does. */
    const onSign = () => {
      watchSilence()
      if (poll === undefined) return
      stopPolling()
      setLiveness('live')
      // Catches up on changes missed while disconnected.
      refetch()
    }
    const onJob = (event: MessageEvent<string>) => {
      onSign()
      const change = readChange(event.data)
      if (!change) return
      const { isListed, changed } = patchJobs(client, change)
      const state = stateOf(change)
      const isNew = !isListed && lastStates.get(change.id) !== state
      lastStates.set(change.id, state)
      // A new state changes times, which filters a job passes and a submission's counts; a new job changes the total.
      // Events include none of it.
      if (changed || isNew) refetchSoon()
    }
    const connect = () => {
      const query = submissionId === undefined ? {} : { submission_id: [submissionId] }
      source = new EventSource(addressOf(watchJobs, { query }))
      source.addEventListener(HEARTBEAT_EVENT, onSign)
      source.addEventListener('job', onJob)
      source.addEventListener('error', () => {
        fallBack()
        if (source?.readyState === EventSource.CLOSED) reconnectLater()
      })
      startPolling()
      watchSilence()
    }
    const disconnect = () => {
      source?.close()
      stopPolling()
      for (const timer of [reconnect, settle, silence]) clearTimeout(timer)
      settle = undefined
    }
    // Browsers limit connections per server: a hidden tab closes its own.
    const onVisibility = () => {
      disconnect()
      setLiveness('connecting')
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
