import { useRef, useState } from 'react'
import { BAND_SHEET_MAX_RASTERS } from '#contract/rasters/band-uploads.ts'
import type { Upload } from '#contract/rasters/uploads.ts'
import { ApiError, failureMessage } from '~/api/api-error.ts'
import { continues, isUnfit, otherFileProblem, rasterProblem } from '~/components/rasters/raster-file.ts'
import { sendInPieces } from '~/components/rasters/uploads/send-in-pieces.ts'
import { beginning, useHeldUploads } from '~/components/rasters/uploads/use-held-uploads.ts'

/** While one file is hashed, the next one is sent. */
const AT_ONCE = 2

/** A chosen raster; its name is unique. */
export interface BulkRaster {
  name: string
  size: number
  /** Null: all of it arrived in an earlier visit. */
  file: File | null
  /** Where the service keeps what has arrived. */
  upload?: string
  sha256?: string
  /** The share that has arrived. */
  fraction: number
  failed: boolean
  /** Why the service rejected the file itself: the sheet is sent without it. */
  problem?: string
  /** Paused on its own, while others are sent. */
  paused: boolean
}

const rasterOf = (file: File | null, upload: Upload | undefined): BulkRaster => ({
  ...beginning(file, upload),
  failed: false,
  paused: false,
})

/** A raster replaces an earlier one with the same name, and continues its upload if it may be the same file. */
function merge(present: readonly BulkRaster[], added: readonly BulkRaster[]) {
  const merged = new Map(present.map((raster) => [raster.name, raster]))
  const replaced: BulkRaster[] = []
  for (const raster of added) {
    const earlier = merged.get(raster.name)
    const keepsUpload =
      earlier?.upload !== undefined && raster.upload === undefined && continues(raster, earlier)
    if (earlier && !keepsUpload && earlier.upload !== raster.upload) replaced.push(earlier)
    merged.set(
      raster.name,
      keepsUpload ? { ...raster, upload: earlier.upload, fraction: earlier.fraction } : raster,
    )
  }
  return { next: [...merged.values()], replaced }
}

/** The rasters of a bulk upload, each of which is sent in pieces: it can be paused, and continued after a reload. */
export function useBulkRasters() {
  const heldUploads = useHeldUploads()
  const [rasters, setRasters] = useState<readonly BulkRaster[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  /** The current selection, for work that began earlier. */
  const now = useRef<readonly BulkRaster[]>([])
  const sending = useRef(new Map<string, AbortController>())
  /** Sends further files if fewer than `AT_ONCE` are being sent. */
  const sendMore = useRef<() => void>(() => {})

  const put = (next: readonly BulkRaster[]) => {
    now.current = next
    setRasters(next)
  }
  const patch = (name: string, change: Partial<BulkRaster>) =>
    put(now.current.map((raster) => (raster.name === name ? { ...raster, ...change } : raster)))

  const addAll = (added: readonly BulkRaster[], wrong: readonly string[]) => {
    const { next, replaced } = merge(now.current, added)
    const full =
      next.length > BAND_SHEET_MAX_RASTERS
        ? [`At most ${BAND_SHEET_MAX_RASTERS} rasters per sheet. Upload the others with another sheet.`]
        : []
    heldUploads.discard(replaced.map(({ upload }) => upload))
    setProblems([...wrong, ...full])
    put(next.slice(0, BAND_SHEET_MAX_RASTERS))
  }

  /** Whether all of it has arrived: false if it was paused. */
  const sendOne = async ({ name, file, upload }: BulkRaster, all: AbortSignal): Promise<boolean> => {
    const own = new AbortController()
    sending.current.set(name, own)
    if (file === null) return true
    const signal = AbortSignal.any([all, own.signal])
    const change = (to: Partial<BulkRaster>) => {
      if (!signal.aborted) patch(name, to)
    }
    try {
      const arrival = await sendInPieces(file, {
        id: upload,
        signal,
        onId: (id) => change({ upload: id }),
        onProgress: (fraction) => change({ fraction }),
      })
      all.throwIfAborted()
      change({ upload: arrival.id, sha256: arrival.sha256, fraction: 1 })
      return true
    } catch (error) {
      if (own.signal.aborted) return false
      change({ failed: true })
      if (!isUnfit(error)) throw error
      heldUploads.discard(now.current.filter((raster) => raster.name === name).map((raster) => raster.upload))
      change({ problem: failureMessage(error), upload: undefined, fraction: 0 })
      return true
    }
  }

  /** Sends what is not paused, two files at a time, until nothing is left to send. */
  const sendAll = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const arrived = new Set<string>()
      sending.current.clear()
      sendMore.current = () => {
        const waiting = now.current.filter(
          ({ name, paused, problem }) =>
            !paused && !problem && !arrived.has(name) && !sending.current.has(name),
        )
        for (const raster of waiting.slice(0, AT_ONCE - sending.current.size))
          void sendOne(raster, signal).then((whole) => {
            sending.current.delete(raster.name)
            if (whole) arrived.add(raster.name)
            sendMore.current()
          }, reject)
        if (waiting.length === 0 && sending.current.size === 0) resolve()
      }
      sendMore.current()
    })

  return {
    rasters,
    problems,
    setProblems,
    addRasters: (files: readonly File[]) => {
      const uploadIds = now.current.map(({ upload }) => upload)
      addAll(
        files
          .filter((file) => rasterProblem(file) === undefined)
          .map((file) => rasterOf(file, heldUploads.find(file, uploadIds))),
        files.flatMap((file) => rasterProblem(file) ?? []),
      )
    },
    /** Continues an upload of an earlier visit; without the file if all of it has arrived. */
    resumeRaster: (upload: Upload, file: File | null) => {
      if (file && !continues(file, upload)) setProblems([otherFileProblem(file, upload)])
      else addAll([rasterOf(file, upload)], [])
    },
    dropRaster: (gone: BulkRaster) => {
      heldUploads.discard([gone.upload])
      put(now.current.filter(({ name }) => name !== gone.name))
    },
    /** Those that have no file any more were used up. */
    dropUsed: () => put(now.current.filter(({ file }) => file !== null)),
    /** Pauses one file, or continues it; what has arrived is kept. */
    pauseRaster: (name: string) => {
      patch(name, { paused: true })
      sending.current.get(name)?.abort()
    },
    continueRaster: (name: string) => {
      patch(name, { paused: false })
      sendMore.current()
    },
    continueAll: () => put(now.current.map((raster) => ({ ...raster, paused: false }))),
    /**
     * Sends what has not arrived yet, and answers how the call names what has; nothing if some are paused. Aborting it
     * pauses all uploads; so does an error, after which the others can be continued.
     */
    sendRasters: async (controller: AbortController): Promise<string[] | undefined> => {
      put(now.current.map((raster) => ({ ...raster, failed: raster.problem !== undefined })))
      try {
        await sendAll(controller.signal)
      } catch (error) {
        controller.abort()
        throw error
      } finally {
        sendMore.current = () => {}
        void heldUploads.refetch()
      }
      if (now.current.some(({ paused }) => paused)) return undefined
      const usable = now.current.filter(({ problem }) => problem === undefined)
      if (usable.length === 0) throw new ApiError(422, 'None of the rasters can be used. Choose others.')
      return usable.map(({ upload, sha256 }) => (sha256 ? `${upload}:${sha256}` : upload!))
    },
  }
}
