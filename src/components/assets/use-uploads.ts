import { useAskBeforeUnload } from '~/components/form/use-ask-before-unload.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadAsset } from '#contract/assets.ts'
import { upload } from '~/api/upload.ts'
import { type BandDetails, detailsBody } from '~/components/rasters/band-details.ts'
import { rasterProblem, refetchRasters } from '~/components/rasters/raster-file.ts'
import { type UploadItem, bandNamesOf, mayRetry, mayStart, sameFile } from './upload-item.ts'

let keys = 0

/** Rasters that are uploaded one after another, each with its progress, its result and a way to cancel it. */
export function useUploads() {
  const client = useQueryClient()
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  /** The current selection, for work that began earlier. */
  const now = useRef<readonly UploadItem[]>([])
  const running = useRef<AbortController>(undefined)
  const stopped = useRef(false)

  useAskBeforeUnload(busy)
  useEffect(
    () => () => {
      stopped.current = true
      running.current?.abort()
    },
    [],
  )

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
        ![...now.current.map((item) => item.file), ...files.slice(0, place)].some((other) =>
          sameFile(other, file),
        ),
    )
    put([
      ...now.current,
      ...fresh.map((file): UploadItem => ({ key: ++keys, file, names: '', state: { kind: 'waiting' } })),
    ])
  }

  const sendOne = async (item: UploadItem, details: BandDetails) => {
    const controller = new AbortController()
    running.current = controller
    patch(item.key, { state: { kind: 'sending', fraction: 0 } })
    try {
      const answer = await upload(
        uploadAsset,
        {
          body: { ...detailsBody(details), band_names: bandNamesOf(item.names) },
          files: { file: item.file },
        },
        {
          signal: controller.signal,
          onProgress: (fraction) => patch(item.key, { state: { kind: 'sending', fraction } }),
        },
      )
      patch(item.key, { state: { kind: answer.catalogued ? 'catalogued' : 'rejected', answer } })
      if (answer.catalogued) void refetchRasters(client)
    } catch (error) {
      patch(item.key, {
        state: controller.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error },
      })
    } finally {
      running.current = undefined
    }
  }

  /** Sends waiting files in order, including those added in the meantime. */
  const start = async (details: BandDetails) => {
    if (busy) return
    stopped.current = false
    setBusy(true)
    try {
      for (;;) {
        const next = now.current.find(mayStart)
        if (!next || stopped.current) return
        // oxlint-disable-next-line no-await-in-loop -- one after the other: each gets the whole connection
        await sendOne(next, details)
      }
    } finally {
      setBusy(false)
    }
  }

  return {
    items,
    problems,
    busy,
    add,
    start,
    rename: (key: number, names: string) => patch(key, { names }),
    retry: (key: number) => patch(key, { state: { kind: 'waiting' } }),
    retryAll: () =>
      put(now.current.map((item) => (mayRetry(item) ? { ...item, state: { kind: 'waiting' } } : item))),
    cancel: () => running.current?.abort(),
    remove: (key: number) => put(now.current.filter((item) => item.key !== key)),
  }
}
export type Uploads = ReturnType<typeof useUploads>
