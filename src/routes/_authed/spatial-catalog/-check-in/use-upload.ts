import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

interface Progress {
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/** An upload with progress and cancel; leaving the screen cancels it too. */
export function useUpload<V, A>(send: (values: V, progress: Progress) => Promise<A>) {
  const [fraction, setFraction] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: (values: V) => {
      const controller = new AbortController()
      running.current?.abort()
      running.current = controller
      setFraction(0)
      return send(values, { onProgress: setFraction, signal: controller.signal })
    },
  })
  return {
    ...mutation,
    fraction,
    /** Resolves to undefined if the upload was cancelled. */
    send: async (values: V): Promise<A | undefined> => {
      const upload = mutation.mutateAsync(values)
      const { signal } = running.current ?? {}
      return upload.catch((error: unknown) => {
        if (signal?.aborted) return undefined
        throw error
      })
    },
    /** A cancelled upload is not a failure: it is forgotten before it ends. */
    cancel: () => {
      running.current?.abort()
      mutation.reset()
    },
  }
}
