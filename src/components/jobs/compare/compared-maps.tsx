import { useQuery } from '@tanstack/react-query'
import { runName } from '#common/run-name.ts'
import type { ComparedSurface } from '#contract/viewing/job-difference.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { SURFACE_VIEWS } from '#contract/jobs/output-types.ts'
import { DifferenceLegend } from '~/components/map/legend/difference-legend.tsx'
import { unionOf } from '~/components/map/base/bounds-of.ts'
import { narrowTo, useCountriesFor } from '~/components/map/base/use-narrow-bounds.ts'
import { RampLegend } from '~/components/map/legend/ramp-legend.tsx'
import { rangeAround } from '~/components/map/legend/range-presets.ts'
import { jobTiles } from '~/components/rasters/job-tiles.ts'
import { RasterPair } from '~/components/rasters/pair/raster-pair.tsx'
import { differenceQuery } from '~/server/jobs.functions.ts'
import { usualRange } from '#contract/jobs/surface-range.ts'
import { points } from '../report/format.ts'
import { jobDifferenceTiles, outlinesOf } from '~/components/jobs/report/map/map-addresses.ts'
import { usualRamp } from '../report/report-search.ts'
import { commonSurfaces, surfaceUnit, surfaceValue } from '~/components/jobs/report/map/surfaces.ts'
import type { ChangeCompare, CompareSearch } from './compare-search.ts'
import { ComparedValues } from './compared-values.tsx'

/** A job that has maps. */
type MappedJob = JobReport & {
  bounds: NonNullable<JobReport['bounds']>
  surfaces: NonNullable<JobReport['surfaces']>
}
/** The requested surface, if both have it. */
export const comparedSurface = (pair: readonly MappedJob[], { surface }: CompareSearch): ComparedSurface =>
  commonSurfaces(pair).find(({ value }) => value === surface)?.value ?? 'mean'

export const hasMaps = (job: JobReport): job is MappedJob => job.bounds !== null && job.surfaces !== null

/** The same surface of two jobs with one colour range: side by side, under a swipe, or their difference. */
export function ComparedMaps({
  pair: [left, right],
  search,
  onChange,
}: {
  pair: readonly [MappedJob, MappedJob]
  search: CompareSearch
  onChange: ChangeCompare
}) {
  const surface = comparedSurface([left, right], search)
  const countries = useCountriesFor([left.bounds, right.bounds]) ?? []
  const difference = useQuery(differenceQuery(left.id, right.id, surface))
  const range = rangeAround([left, right].map(({ surfaces }) => usualRange(surfaces, surface)))
  const ramp = usualRamp(surface)
  const name = SURFACE_VIEWS[surface].long
  const sideOf = (job: MappedJob) => ({
    title: runName(job, [left, right]),
    label: `${name}, ${runName(job, [left, right])}`,
    tiles: jobTiles(job.id, surface, ramp, range),
    outlines: outlinesOf(job),
  })
  return (
    <RasterPair
      sides={[sideOf(left), sideOf(right)]}
      bounds={unionOf([left, right].map((job) => narrowTo(job.bounds, job.iso3_code, countries)))}
      search={search}
      onChange={onChange}
      difference={difference}
      differenceTiles={(limit) => jobDifferenceTiles(left.id, right.id, surface, limit)}
      legend={
        <RampLegend
          title={`${name}, ${surfaceUnit(surface)}; the same colours in both`}
          ramp={ramp}
          range={range}
          values={rangeAround([left, right].map(({ surfaces }) => surfaces[surface] ?? range))}
          show={(value) => surfaceValue(surface, value)}
        />
      }
      differenceLegend={(limit) => (
        <DifferenceLegend
          limit={limit}
          words={surface === 'width' ? 'Blue: B has the wider interval' : undefined}
          show={points}
        />
      )}
      values={(at) => <ComparedValues ids={[left.id, right.id]} surface={surface} {...at} />}
      show={points}
    />
  )
}
