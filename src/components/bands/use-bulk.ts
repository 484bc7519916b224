import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BAND_SHEET_MAX_BYTES, uploadBands } from '#contract/rasters/band-uploads.ts'
import { sizeLimit } from '#common/file-size.ts'
import type { Upload } from '#contract/rasters/uploads.ts'
import { ApiError } from '~/api/api-error.ts'
import { uploadLater } from '~/api/upload.ts'
import { type FollowOptions, whenFinished } from '~/components/rasters/uploads/follow-raster.ts'
import { deleteBandUpload, fetchBandUpload } from '~/server/bands.functions.ts'
import { useAskBeforeUnload } from '~/components/form/use-ask-before-unload.ts'
import { hasEnding } from '~/lib/has-ending.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { refetchUploads } from '~/components/rasters/uploads/use-held-uploads.ts'
import { type BulkRaster, useBulkRasters } from './use-bulk-rasters.ts'

export const SHEET_ENDINGS = ['.xlsx', '.csv'] as const

function sheetProblem({ name, size }: File): string | undefined {
  if (!hasEnding(name, SHEET_ENDINGS)) return `‘${name}’ is not a sheet. Choose an .xlsx or .csv file.`
  return size > BAND_SHEET_MAX_BYTES
    ? `‘${name}’ is larger than ${sizeLimit(BAND_SHEET_MAX_BYTES)}.`
    : undefined
}

type BulkMode = 'check' | 'all' | 'good'

/** Share of the bytes of all rasters that has been uploaded, from 0 to 1. */
const arrivedShare = (selection: readonly BulkRaster[]): number => {
  const rasters = selection.filter(({ problem }) => problem === undefined)
  const total = rasters.reduce((sum, { size }) => sum + size, 0)
  return rasters.reduce((sum, { size, fraction }) => sum + size * fraction, 0) / Math.max(1, total)
}

/** Validates without cataloguing anything, and follows that until there is a result. */
async function check(input: Parameters<typeof uploadLater<typeof uploadBands>>[1], options: FollowOptions) {
  const { accepted, answer } = await uploadLater(uploadBands, input, { signal: options.signal })
  if (answer) return answer
  const data = { id: accepted.id }
  const cancel = () => deleteBandUpload({ data })
  const { result, error } = await whenFinished(() => fetchBandUpload({ data }), cancel, options)
  if (result) return result
  throw new ApiError(422, error ?? '')
}

/**
 * Sheet and rasters: the rasters are sent in pieces, then one call validates or catalogues them. `follow`: the upload
 * that a worker continues; undefined when it is of no interest any more.
 */
export function useBulk(follow: (uploadId: number | undefined) => void) {
  const client = useQueryClient()
  const [sheet, setSheet] = useState<File>()
  const selection = useBulkRasters()
  const { rasters, setProblems } = selection
  const [paused, setPaused] = useState<BulkMode>()
  /** How much of the rasters has been inspected, if that is followed. */
  const [inspected, setInspected] = useState<number | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = useMutation({
    mutationFn: async (mode: BulkMode) => {
      if (!sheet) throw new Error('Choose a sheet.')
      const controller = (running.current = new AbortController())
      setPaused(undefined)
      setInspected(null)
      follow(undefined)
      const uploads = await selection.sendRasters(controller)
      if (!uploads) {
        setPaused(mode)
        return null
      }
      const body = { uploads, dry_run: mode === 'check', partial: mode === 'good' }
      const input = { body, files: { sheet } }
      const { signal } = controller
      if (mode === 'check') return check(input, { signal, onFraction: setInspected })
      const { accepted, answer } = await uploadLater(uploadBands, input, { signal })
      if (accepted) follow(accepted.id)
      if (accepted || answer?.catalogued) selection.dropUsed()
      return answer ?? null
    },
    onSuccess: (answer) => (answer?.catalogued ? refetchRasters(client) : undefined),
    onSettled: () => refetchUploads(client),
  })
  useAskBeforeUnload(send.isPending)
  const reset = () => {
    send.reset()
    setPaused(undefined)
    follow(undefined)
  }

  return {
    sheet,
    rasters,
    problems: selection.problems,
    progress: arrivedShare(rasters),
    inspected,
    /** What is to be done with the rasters once they are continued. */
    paused,
    send,
    /** Sends all rasters, also those that were paused. */
    start: (mode: BulkMode) => {
      selection.continueAll()
      send.mutate(mode)
    },
    pauseRaster: selection.pauseRaster,
    continueRaster: (name: string) => {
      selection.continueRaster(name)
      if (paused) send.mutate(paused)
    },
    chooseSheet: (file: File) => {
      const problem = sheetProblem(file)
      setProblems(problem ? [problem] : [])
      if (problem) return
      setSheet(file)
      reset()
    },
    dropSheet: () => {
      setSheet(undefined)
      reset()
    },
    addRasters: (files: readonly File[]) => {
      selection.addRasters(files)
      reset()
    },
    resumeRaster: (of: Upload, file: File | null) => {
      selection.resumeRaster(of, file)
      reset()
    },
    dropRaster: (gone: BulkRaster) => {
      selection.dropRaster(gone)
      reset()
    },
    /** Stops sending; what has arrived is kept. */
    pause: () => {
      running.current?.abort()
      const mode = send.variables
      reset()
      setPaused(mode)
    },
    cancel: () => {
      running.current?.abort()
      reset()
    },
  }
}
export type Bulk = ReturnType<typeof useBulk>
