import type { Band } from '#contract/rasters/band-list.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { SURFACE_VIEWS, type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import { SCALES } from '#contract/jobs/outputs.ts'
import type { RasterName } from '#contract/viewing/viewing.ts'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'

/** What a comparison needs to know of a band or an output. */
export interface ComparedRaster {
  name: RasterName
  title: string
  unit: string
  /** Its cells are classes. */
  categorical: boolean
  /** With the standard deviation if it is known. */
  extremes: Range & { sd?: number }
  /** The country whose data it shows. */
  iso3: string | null
  /** Null: its reference system cannot be projected here. */
  bounds: Bounds | null
}

/** `band-12` is the band 12; `job-7-mean` is the surface mean of job 7. */
export function partsOf(name: RasterName): { id: number; surface: Surface | undefined } {
  const [, id, surface] = name.split('-')
  return { id: Number(id), surface: surface as Surface | undefined }
}

export const rasterOfBand = ({
  id,
  name,
  unit,
  categorical,
  iso3_code,
  statistics: { min, max, sd },
  bounds_degrees,
}: Pick<
  Band,
  'id' | 'name' | 'unit' | 'categorical' | 'iso3_code' | 'statistics' | 'bounds_degrees'
>): ComparedRaster => ({
  name: `band-${id}`,
  title: name,
  unit,
  categorical,
  extremes: { min, max, sd },
  iso3: iso3_code,
  bounds: bounds_degrees,
})

/** Undefined if the job has no such surface, or no maps yet. */
export function rasterOfJob(
  { id, country, iso3_code, target, bounds, surfaces }: JobReport,
  surface: Surface,
): ComparedRaster | undefined {
  const extremes = surfaces?.[surface]
  if (!extremes || !bounds) return undefined
  return {
    name: `job-${id}-${surface}`,
    title: `${country} · ${target}, ${SURFACE_VIEWS[surface].short.toLowerCase()}, job ${id}`,
    unit: SCALES[scaleOf(surface)].storedUnit,
    categorical: false,
    extremes: { min: extremes.min, max: extremes.max },
    iso3: iso3_code,
    bounds,
  }
}
