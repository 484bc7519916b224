import { useQuery } from '@tanstack/react-query'
import { SURFACES, type Surface } from '#contract/jobs/output-types.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import type { RasterName } from '#contract/viewing/viewing.ts'
import { isMissing } from '~/api/api-error.ts'
import { bandQuery } from '~/server/bands.functions.ts'
import { jobsQuery, reportQuery } from '~/server/jobs.functions.ts'
import { type ComparedRaster, partsOf, rasterOfBand, rasterOfJob } from './compared-raster.ts'

interface ComparedRasterState {
  /** Undefined while it is loading. */
  raster: ComparedRaster | undefined
  /** Surfaces of the raster's job, to choose another one. */
  surfaces: readonly Surface[]
  /** There is no such raster: why, in one sentence. */
  absent: string | undefined
  error: Error | null
  busy: boolean
  retry: () => void
}

/** The band or the output that an address names. */
export function useComparedRaster(name: RasterName): ComparedRasterState {
  const { id, surface } = partsOf(name)
  const isJob = surface !== undefined
  const band = useQuery({ ...bandQuery(id), enabled: !isJob })
  const list = useQuery({
    ...jobsQuery(listJobs.query.parse({ id: [id], limit: 1 })),
    placeholderData: undefined,
    enabled: isJob,
  })
  const key = list.data?.content[0]?.job_key
  const report = useQuery({ ...reportQuery(key ?? ''), enabled: key !== undefined })
  const failed = [band, list, report].find(({ isError }) => isError)
  const raster = isJob
    ? report.data && rasterOfJob(report.data, surface)
    : band.data && rasterOfBand(band.data)
  const absent = () => {
    if (isMissing(failed?.error) || (list.data && key === undefined))
      return `There is no ${isJob ? 'job' : 'band'} ${id}. It may have been deleted.`
    if (!report.data || raster) return undefined
    return report.data.surfaces
      ? `Job ${id} has no output '${surface}'.`
      : `Job ${id} has no maps; its status is ${report.data.status}.`
  }
  return {
    raster,
    surfaces: SURFACES.filter((one) => report.data?.surfaces?.[one]),
    absent: absent(),
    error: failed?.error ?? null,
    busy: failed?.isFetching ?? false,
    retry: () => void failed?.refetch(),
  }
}
