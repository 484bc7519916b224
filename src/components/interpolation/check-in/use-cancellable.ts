import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FollowOptions } from '~/components/rasters/uploads/follow-raster.ts'

/** A call that can be cancelled; leaving the screen cancels it too. */
export function useCancellable<V, A>(call: (values: V, options: FollowOptions) => Promise<A>) {
  const running = useRef<AbortController>(undefined)
  const [fraction, setFraction] = useState<number | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { data, error, isPending, mutateAsync, reset } = useMutation({
    mutationFn: ({ values, signal }: { values: V; signal: AbortSignal }) => {
      setFraction(null)
      return call(values, { signal, onFraction: (now) => !signal.aborted && setFraction(now) })
    },
  })
  /** Resolves to undefined if the call was cancelled. */
  const send = async (values: V): Promise<A | undefined> => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    try {
      return await mutateAsync({ values, signal })
    } catch (failure) {
      if (signal.aborted) return undefined
      throw failure
    }
  }
  return {
    data,
    error,
    isPending,
    /** How much is done; undefined: not known. */
    fraction: fraction ?? undefined,
    send,
    /** For callers that only show `error`. */
    start: (values: V) => void send(values).catch(() => {}),
    /** A cancelled call is not a failure: it is forgotten before it ends. */
    cancel: () => {
      running.current?.abort()
      reset()
    },
  }
}
