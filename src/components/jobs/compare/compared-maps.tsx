import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ComparedSurface } from '#contract/job-difference.ts'
import type { JobReport, Surface } from '#contract/job-shapes.ts'
import { failureMessage } from '~/api/api-error.ts'
import { MapFrame } from '~/components/map/map-frame.tsx'
import { type Bounds, formatView, parseView } from '~/components/map/map-place.ts'
import { MapReadout, type Pointed } from '~/components/map/map-readout.tsx'
import { createMapSync } from '~/components/map/map-sync.ts'
import { rampGradient } from '~/components/map/ramps.ts'
import type { SurfaceMapProps } from '~/components/map/surface-map.tsx'
import { tidyEnd, tileOrigin } from '~/components/map/tile-origin.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { differenceQuery } from '~/server/report.functions.ts'
import { differenceTemplate } from '../report/addresses.ts'
import { usualRange } from '../report/colour-range.ts'
import { shortTitle } from '../report/format.ts'
import { outlinesOf, tileUrl } from '../report/map-addresses.ts'
import { usualRamp } from '../report/report-search.ts'
import { SURFACE_LABELS, commonSurfaces, surfaceUnit, surfaceValue } from '../report/surfaces.ts'
import type { ChangeCompare, CompareSearch } from './compare-search.ts'
import { ComparedValues } from './compared-values.tsx'
import { DifferenceLegend } from './difference-legend.tsx'
import { DifferenceFigures } from './difference-statistics.tsx'
import { SwipeHandle } from './swipe-handle.tsx'

/** A job that has maps. */
export type MappedJob = JobReport & {
  bounds: NonNullable<JobReport['bounds']>
  surfaces: NonNullable<JobReport['surfaces']>
}
/** The requested surface, if both have it. */
export const comparedSurface = (pair: readonly MappedJob[], { surface }: CompareSearch): ComparedSurface =>
  commonSurfaces(pair).find(({ value }) => value === surface)?.value ?? 'mean'

export const hasMaps = (job: JobReport): job is MappedJob => job.bounds !== null && job.surfaces !== null

const HEIGHT = 'relative h-[clamp(20rem,60dvh,36rem)] overflow-hidden rounded border bg-sunk'

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
  const [sync] = useState(createMapSync)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [failure, setFailure] = useState(false)
  const surface = comparedSurface([left, right], search)
  const { mode } = search
  const difference = useQuery(differenceQuery(left.id, right.id, surface))
  const bounds: Bounds = [
    Math.min(left.bounds[0], right.bounds[0]),
    Math.min(left.bounds[1], right.bounds[1]),
    Math.max(left.bounds[2], right.bounds[2]),
    Math.max(left.bounds[3], right.bounds[3]),
  ]
  const ranges = [left, right].map(({ surfaces }) => usualRange(surfaces, surface))
  const range = {
    min: Math.min(...ranges.map(({ min }) => min)),
    max: Math.max(...ranges.map(({ max }) => max)),
  }
  const shared: Omit<SurfaceMapProps, 'label' | 'tiles' | 'outlines'> = {
    bounds,
    view: parseView(search.view),
    pin: null,
    highlight: null,
    sync,
    onView: (view) => onChange({ view: formatView(view) }, { replace: true }),
    onPoint: (place, names) => setPointed(place && { place, names }),
    onPin: () => {},
    onFailure: () => setFailure(true),
  }
  const ramp = usualRamp(surface)
  const mapOf = (job: MappedJob, letter: string) => (
    <MapFrame
      {...shared}
      label={`${letter}: ${SURFACE_LABELS[surface].long}, ${shortTitle(job)}`}
      tiles={tileUrl(job.id, surface, ramp, range)}
      outlines={outlinesOf(job)}
    />
  )
  const limit = difference.data ? limitOf(difference.data) : undefined
  const [dragged, setDragged] = useState<number | null>(null)
  const swipe = dragged ?? search.swipe ?? 50
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {failure && (
        <Alert tone="warning">
          Part of the maps could not be drawn. The tables below are complete without them.
        </Alert>
      )}
      {mode === undefined && (
        <div className="grid gap-3 min-[900px]:grid-cols-2">
          {[left, right].map((job, index) => (
            <figure key={`${job.id}-${index}`} className="flex min-w-0 flex-col gap-1">
              <figcaption className="truncate text-sm font-medium">{nameOf(job, index)}</figcaption>
              <div className={HEIGHT}>{mapOf(job, 'AB'[index])}</div>
            </figure>
          ))}
        </div>
      )}
      {mode === 'swipe' && (
        <figure className="flex flex-col gap-1">
          <figcaption className="flex justify-between gap-4 text-sm font-medium">
            <span className="truncate">{nameOf(left, 0)}</span>
            <span className="truncate">{nameOf(right, 1)}</span>
          </figcaption>
          <div className={HEIGHT}>
            <div className="absolute inset-0">{mapOf(left, 'A')}</div>
            <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${swipe}%)` }}>
              {mapOf(right, 'B')}
            </div>
            <SwipeHandle
              value={swipe}
              onSwipe={setDragged}
              // An address per pixel would exceed what browsers allow.
              onEnd={() => onChange({ swipe: swipe === 50 ? undefined : swipe }, { replace: true })}
            />
          </div>
        </figure>
      )}
      {mode === 'difference' && limit !== undefined && (
        <div className={HEIGHT}>
          <MapFrame
            {...shared}
            key="difference"
            label={`B minus A: ${SURFACE_LABELS[surface].long}, ${shortTitle(left)} and ${shortTitle(right)}`}
            tiles={tileOrigin() + differenceTemplate(left.id, right.id, surface, tidyEnd(limit))}
            outlines={outlinesOf(left)}
          />
        </div>
      )}
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
        {mode === 'difference' ? (
          limit !== undefined && <DifferenceLegend limit={limit} surface={surface} />
        ) : (
          <SharedLegend surface={surface} range={range} />
        )}
        <div className="w-60 max-w-full">
          <MapReadout
            pointed={pointed}
            pin={null}
            onUnpin={() => {}}
            hint="Hover for the values of both. With the keyboard: arrow keys move the map."
            values={(at) => <ComparedValues ids={[left.id, right.id]} surface={surface} {...at} />}
          />
        </div>
        <div className="min-w-64 flex-1">
          {difference.error ? (
            <Alert tone="warning" title="No difference">
              {failureMessage(difference.error)}
            </Alert>
          ) : difference.data ? (
            <DifferenceFigures found={difference.data} />
          ) : (
            <SkeletonLines lines={6} label="Loading the difference" />
          )}
        </div>
      </div>
    </div>
  )
}

const nameOf = (job: MappedJob, index: number) => `${'AB'[index]}: ${shortTitle(job)}`

/** The ramp covers the middle 90 % of cells on both sides, so that a few extremes do not hide the rest. */
const limitOf = ({ p05, p95, min, max }: { p05: number; p95: number; min: number; max: number }) =>
  Math.max(Math.abs(p05), Math.abs(p95)) || Math.max(Math.abs(min), Math.abs(max)) || 0.001

function SharedLegend({ surface, range }: { surface: Surface; range: { min: number; max: number } }) {
  return (
    <div className="flex w-60 max-w-full flex-col gap-1 text-xs">
      <p className="text-muted">
        {SURFACE_LABELS[surface].long}, {surfaceUnit(surface)}; the same colours in both
      </p>
      <div
        aria-hidden="true"
        className="h-3 rounded-[2px] print:[print-color-adjust:exact]"
        style={{ background: rampGradient(usualRamp(surface)) }}
      />
      <p className="tabular flex justify-between gap-2">
        <span>{surfaceValue(surface, range.min)}</span>
        <span>{surfaceValue(surface, range.max)}</span>
      </p>
    </div>
  )
}
