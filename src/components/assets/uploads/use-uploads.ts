import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Upload } from '#contract/rasters/uploads.ts'
import type { BandDetails } from '~/components/rasters/band-details.ts'
import {
  continues,
  isUnfit,
  otherFileProblem,
  rasterProblem,
  refetchRasters,
} from '~/components/rasters/raster-file.ts'
import { beginning, useHeldUploads } from '~/components/rasters/uploads/use-held-uploads.ts'
import { sendRaster } from './send-raster.ts'
import { type UploadItem, mayRetry, mayStart, sameFile } from './upload-item.ts'

let keys = 0
/** While the service inspects one file, the next one is on its way. */
const AT_ONCE = 2

/** Rasters that are uploaded two at a time, each with its progress and result; large ones can be paused. */
export function useUploads() {
  const client = useQueryClient()
  const heldUploads = useHeldUploads()
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  /** The current selection, for work that began earlier. */
  const now = useRef<readonly UploadItem[]>([])
  const running = useRef(new Map<number, AbortController>())
  const stopped = useRef(false)

  useEffect(() => {
    const sending = running.current
    return () => {
      stopped.current = true
      for (const controller of sending.values()) controller.abort()
    }
  }, [])

  const put = (next: readonly UploadItem[]) => {
    now.current = next
    setItems(next)
  }
  const patch = (key: number, change: Partial<UploadItem>) =>
    put(now.current.map((item) => (item.key === key ? { ...item, ...change } : item)))

  const add = (files: readonly File[]) => {
    setProblems(files.flatMap((file) => rasterProblem(file) ?? []))
    const fresh = files.filter(
      (file, place) =>
        rasterProblem(file) === undefined &&
        ![...now.current.map((item) => item.file), ...files.slice(0, place)].some(
          (other) => other !== null && sameFile(other, file),
        ),
    )
    const next = [...now.current]
    for (const file of fresh) {
      const ids = next.map(({ upload }) => upload)
      next.push(itemOf(file, heldUploads.find(file, ids)))
    }
    put(next)
  }

  /** Continues an upload of an earlier visit, with the same file; without one if all of it has arrived. */
  const resume = (upload: Upload, file: File | null) => {
    if (file && !continues(file, upload)) return setProblems([otherFileProblem(file, upload)])
    setProblems([])
    put([...now.current, itemOf(file, upload)])
  }

  const sendOne = async (item: UploadItem, details: BandDetails) => {
    const controller = new AbortController()
    running.current.set(item.key, controller)
    const progress = (fraction: number) => {
      if (!controller.signal.aborted) patch(item.key, { state: { kind: 'sending', fraction } })
    }
    progress(item.fraction)
    let begun = item.upload
    let arrived = false
    try {
      const state = await sendRaster(item, details, {
        signal: controller.signal,
        onProgress: (fraction) => {
          arrived = fraction === 1
          progress(fraction)
        },
        onFraction: (inspected) => {
          if (!controller.signal.aborted)
            patch(item.key, { state: { kind: 'sending', fraction: 1, inspected } })
        },
        onId: (upload) => {
          begun = upload
          patch(item.key, { upload })
        },
      })
      patch(item.key, { state })
      if (state.kind === 'catalogued') void refetchRasters(client)
    } catch (error) {
      // Pausing and cancelling set their own state.
      if (!controller.signal.aborted) patch(item.key, { state: { kind: 'failed', error } })
      // A raster that was being inspected is an upload again.
      const { state } = now.current.find(({ key }) => key === item.key) ?? {}
      if (state?.kind === 'cancelled' && arrived) heldUploads.discard([begun])
      if (isUnfit(error)) discard(item.key)
    } finally {
      if (running.current.get(item.key) === controller) running.current.delete(item.key)
      void heldUploads.refetch()
    }
  }

  const stop = (key: number, state: UploadItem['state']) => {
    patch(key, { state })
    running.current.get(key)?.abort()
  }
  const discard = (key: number) => {
    const id = now.current.find((item) => item.key === key)?.upload
    patch(key, { upload: undefined })
    heldUploads.discard([id])
  }

  const sendWaiting = async (details: BandDetails) => {
    for (;;) {
      const next = now.current.find(mayStart)
      if (!next || stopped.current) return
      // oxlint-disable-next-line no-await-in-loop -- each lane sends one file after the other
      await sendOne(next, details)
    }
  }

  /**
   * Sends waiting files in order, two at a time, including those added in the meantime. 'unsent': some are not
   * catalogued, and need the details again.
   */
  const start = async (details: BandDetails) => {
    if (busy) return 'unsent'
    stopped.current = false
    setBusy(true)
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendWaiting(details)))
    } finally {
      setBusy(false)
    }
    return now.current.every(({ state }) => state.kind === 'catalogued') ? undefined : 'unsent'
  }

  return {
    items,
    problems,
    busy,
    add,
    start,
    resume,
    rename: (key: number, names: string) => patch(key, { names }),
    pause: (key: number) => {
      const { state } = now.current.find((item) => item.key === key)!
      const fraction = 'fraction' in state ? state.fraction : 0
      patch(key, { fraction })
      stop(key, { kind: 'paused', fraction })
    },
    retry: (key: number) => patch(key, { state: { kind: 'waiting' } }),
    /** Catalogues a file that is there already once more. */
    repeat: (key: number) => patch(key, { again: true, state: { kind: 'waiting' } }),
    retryAll: () =>
      put(now.current.map((item) => (mayRetry(item) ? { ...item, state: { kind: 'waiting' } } : item))),
    cancel: (key: number) => {
      stop(key, { kind: 'cancelled' })
      discard(key)
    },
    remove: (key: number) => {
      discard(key)
      put(now.current.filter((item) => item.key !== key))
    },
  }
}

const itemOf = (file: File | null, upload: Upload | undefined): UploadItem => ({
  ...beginning(file, upload),
  key: ++keys,
  names: '',
  state: { kind: 'waiting' },
})

export type Uploads = ReturnType<typeof useUploads>
