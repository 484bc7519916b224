import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BAND_SHEET_MAX_BYTES, BAND_SHEET_MAX_RASTERS, uploadBands } from '#contract/band-uploads.ts'
import { upload, uploadLater } from '~/api/upload.ts'
import { rasterProblem, refetchRasters } from '~/components/rasters/raster-file.ts'

export const SHEET_ENDINGS = ['.xlsx', '.csv'] as const

export function sheetProblem({ name, size }: File): string | undefined {
  if (!SHEET_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `‘${name}’ is not a sheet. Choose an .xlsx or .csv file.`
  return size > BAND_SHEET_MAX_BYTES ? `‘${name}’ is larger than 5 MiB.` : undefined
}

export type BulkMode = 'check' | 'all' | 'good'

/**
 * Sheet and rasters, and the one call that validates or catalogues them. `follow`: the upload that a worker continues;
 * undefined when it is of no interest any more.
 */
export function useBulk(follow: (uploadId: number | undefined) => void) {
  const client = useQueryClient()
  const [sheet, setSheet] = useState<File>()
  const [rasters, setRasters] = useState<readonly File[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [progress, setProgress] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = useMutation({
    mutationFn: async (mode: BulkMode) => {
      if (!sheet) throw new Error('Choose a sheet.')
      const controller = (running.current = new AbortController())
      setProgress(0)
      follow(undefined)
      const input = {
        body: { dry_run: mode === 'check', partial: mode === 'good' },
        files: { sheet, rasters },
      }
      const options = { signal: controller.signal, onProgress: setProgress }
      if (mode === 'check') return upload(uploadBands, input, options)
      const { accepted, answer } = await uploadLater(uploadBands, input, options)
      if (accepted) follow(accepted.id)
      return answer ?? null
    },
    onSuccess: (answer) => (answer?.catalogued ? refetchRasters(client) : undefined),
  })
  const reset = () => {
    send.reset()
    follow(undefined)
  }

  return {
    sheet,
    rasters,
    problems,
    progress,
    send,
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
      const wrong = files.flatMap((file) => rasterProblem(file) ?? [])
      // A raster replaces an earlier one with the same name.
      const names = new Set(files.map(({ name }) => name))
      const next = [
        ...rasters.filter(({ name }) => !names.has(name)),
        ...files.filter((file) => rasterProblem(file) === undefined),
      ]
      if (next.length > BAND_SHEET_MAX_RASTERS)
        wrong.push(
          `At most ${BAND_SHEET_MAX_RASTERS} rasters per sheet. Upload the others with another sheet.`,
        )
      setProblems(wrong)
      setRasters(next.slice(0, BAND_SHEET_MAX_RASTERS))
      reset()
    },
    dropRaster: (gone: File) => {
      setRasters(rasters.filter((file) => file !== gone))
      reset()
    },
    cancel: () => {
      running.current?.abort()
      reset()
    },
  }
}
export type Bulk = ReturnType<typeof useBulk>
