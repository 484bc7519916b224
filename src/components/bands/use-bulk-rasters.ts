import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BAND_SHEET_MAX_RASTERS } from '#contract/band-uploads.ts'
import type { Upload } from '#contract/uploads.ts'
import { continues, otherFileProblem, rasterProblem } from '~/components/rasters/raster-file.ts'
import { sendInPieces } from '~/components/rasters/send-in-pieces.ts'
import { discardUpload, uploadsQuery } from '~/server/uploads.functions.ts'

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
}

function rasterOf(file: File | null, upload: Upload | undefined): BulkRaster {
  const { name, size } = (file ?? upload)!
  const fraction = upload ? upload.offset / upload.size : 0
  return { name, size, file, upload: upload?.id, fraction, failed: false }
}

/** The rasters of a bulk upload, each of which is sent in pieces: it can be paused, and continued after a reload. */
export function useBulkRasters() {
  const client = useQueryClient()
  const [rasters, setRasters] = useState<readonly BulkRaster[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  /** The current selection, for work that began earlier. */
  const now = useRef<readonly BulkRaster[]>([])

  const put = (next: readonly BulkRaster[]) => {
    now.current = next
    setRasters(next)
  }
  const patch = (name: string, change: Partial<BulkRaster>) =>
    put(now.current.map((raster) => (raster.name === name ? { ...raster, ...change } : raster)))
  const refetch = () => client.invalidateQueries({ queryKey: ['uploads'] })
  /** Removes what the service keeps of these; if that fails, it expires. */
  const discard = (gone: readonly BulkRaster[]) => {
    const ids = gone.flatMap(({ upload }) => upload ?? [])
    if (ids.length === 0) return
    void Promise.allSettled(ids.map((id) => discardUpload({ data: { id } }))).then(refetch)
  }

  /** A raster replaces an earlier one with the same name, and continues its upload if it may be the same file. */
  const addAll = (added: readonly BulkRaster[], wrong: readonly string[]) => {
    const merged = new Map(now.current.map((raster) => [raster.name, raster]))
    const replaced: BulkRaster[] = []
    for (const raster of added) {
      const earlier = merged.get(raster.name)
      const kept = earlier?.upload !== undefined && raster.upload === undefined && continues(raster, earlier)
      if (earlier && !kept && earlier.upload !== raster.upload) replaced.push(earlier)
      merged.set(
        raster.name,
        kept ? { ...raster, upload: earlier.upload, fraction: earlier.fraction } : raster,
      )
    }
    const next = [...merged.values()]
    const full =
      next.length > BAND_SHEET_MAX_RASTERS
        ? [`At most ${BAND_SHEET_MAX_RASTERS} rasters per sheet. Upload the others with another sheet.`]
        : []
    discard(replaced)
    setProblems([...wrong, ...full])
    put(next.slice(0, BAND_SHEET_MAX_RASTERS))
  }

  const sendOne = async ({ name, file, upload }: BulkRaster, signal: AbortSignal) => {
    if (file === null) return
    const change = (to: Partial<BulkRaster>) => {
      if (!signal.aborted) patch(name, to)
    }
    try {
      const sent = await sendInPieces(file, {
        id: upload,
        signal,
        onId: (id) => change({ upload: id }),
        onProgress: (fraction) => change({ fraction }),
      })
      change({ upload: sent.id, sha256: sent.sha256, fraction: 1 })
    } catch (error) {
      change({ failed: true })
      throw error
    }
  }

  return {
    rasters,
    problems,
    setProblems,
    addRasters: (files: readonly File[]) => {
      const held = (client.getQueryData(uploadsQuery().queryKey)?.content ?? []).filter(
        ({ id }) => !now.current.some(({ upload }) => upload === id),
      )
      addAll(
        files
          .filter((file) => rasterProblem(file) === undefined)
          .map((file) =>
            rasterOf(
              file,
              held.find((upload) => continues(file, upload)),
            ),
          ),
        files.flatMap((file) => rasterProblem(file) ?? []),
      )
    },
    /** Continues an upload of an earlier visit; without the file if all of it has arrived. */
    resumeRaster: (upload: Upload, file: File | null) => {
      if (file && !continues(file, upload)) setProblems([otherFileProblem(file, upload)])
      else addAll([rasterOf(file, upload)], [])
    },
    dropRaster: (gone: BulkRaster) => {
      discard([gone])
      put(now.current.filter(({ name }) => name !== gone.name))
    },
    /** Those that have no file any more were used up. */
    dropUsed: () => put(now.current.filter(({ file }) => file !== null)),
    /**
     * Sends what has not arrived yet, two files at a time, and answers how the call names all of them. Aborting it
     * pauses the uploads; so does an error, after which the others can be continued.
     */
    sendRasters: async (controller: AbortController): Promise<string[]> => {
      put(now.current.map((raster) => ({ ...raster, failed: false })))
      const waiting = [...now.current]
      const lane = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift())
          // oxlint-disable-next-line no-await-in-loop -- each lane sends one file after the other
          await sendOne(next, controller.signal)
      }
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, lane))
      } catch (error) {
        controller.abort()
        throw error
      } finally {
        void refetch()
      }
      return now.current.map(({ upload, sha256 }) => (sha256 ? `${upload}:${sha256}` : upload!))
    },
  }
}
