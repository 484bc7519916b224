import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** A call that can be cancelled; leaving the screen cancels it too. */
export function useCancellable<V, A>(call: (values: V, signal: AbortSignal) => Promise<A>) {
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: (values: V) => {
      running.current?.abort()
      const controller = (running.current = new AbortController())
      return call(values, controller.signal)
    },
  })
  return {
    ...mutation,
    /** Resolves to undefined if the call was cancelled. */
    send: async (values: V): Promise<A | undefined> => {
      const answer = mutation.mutateAsync(values)
      const { signal } = running.current ?? {}
      return answer.catch((error: unknown) => {
        if (signal?.aborted) return undefined
        throw error
      })
    },
    /** A cancelled call is not a failure: it is forgotten before it ends. */
    cancel: () => {
      running.current?.abort()
      mutation.reset()
    },
  }
}
