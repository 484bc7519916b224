import { Maximize } from 'lucide-react'
import { useState } from 'react'
import { type JobReport, RAMPS, type Surface } from '#contract/job-shapes.ts'
import { MapFrame } from '~/components/map/map-frame.tsx'
import { formatPlace, formatView, parsePlace, parseView } from '~/components/map/map-place.ts'
import type { AdminOutline } from '~/components/map/map-style.ts'
import { RAMP_LABELS, type Ramp } from '~/components/map/ramps.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Select } from '~/components/ui/select.tsx'
import { placesAddress, tileTemplate } from './addresses.ts'
import { jobTitle } from './format.ts'
import { MapLegend } from './map-legend.tsx'
import { MapReadout, type Pointed } from './map-readout.tsx'
import { type ChangeSearch, type ReportSearch, usualRamp } from './report-search.ts'
import { Segmented } from './segmented.tsx'
import { SURFACE_LABELS, surfaceOptions, surfaceValue } from './surfaces.ts'

type Fault = 'tiles' | 'outlines' | 'webgl'
const FAULTS: Record<Fault, string> = {
  webgl:
    'This browser cannot draw the map: it needs WebGL, which is missing or switched off. The tables, charts and downloads below are complete without it.',
  tiles: 'Some pictures of the surface could not be loaded. Move the map or reload the page to try again.',
  outlines: 'The outlines of the admin units could not be loaded. The surface itself is complete.',
}

/** A surface of a completed job on the map, with what it takes to read it. */
export function ReportMap({
  report,
  bounds,
  surfaces,
  search,
  onChange,
  highlight,
}: {
  report: JobReport
  bounds: NonNullable<JobReport['bounds']>
  surfaces: NonNullable<JobReport['surfaces']>
  search: ReportSearch
  onChange: ChangeSearch
  highlight: string | null
}) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const surface = search.surface ?? 'mean'
  const ramp = search.ramp ?? usualRamp(surface)
  const summary = surfaces[surface]
  const pin = parsePlace(search.pin)
  const title = `${SURFACE_LABELS[surface].long}: ${jobTitle(report)}`
  return (
    <section aria-labelledby="map-title" className="flex flex-col gap-3 break-inside-avoid">
      <h2 id="map-title" className="sr-only">
        Map
      </h2>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Segmented
          label="Surface"
          value={surface}
          options={surfaceOptions}
          onChange={(next: Surface) => onChange({ surface: next === 'mean' ? undefined : next })}
        />
        <div className="flex-1" />
        <Select
          aria-label="Colour ramp"
          className="w-32"
          value={ramp}
          onChange={(event) => {
            const next = event.target.value as Ramp
            onChange({ ramp: next === usualRamp(surface) ? undefined : next })
          }}
        >
          {RAMPS.map((name) => (
            <option key={name} value={name}>
              {RAMP_LABELS[name]}
            </option>
          ))}
        </Select>
        <Button variant="secondary" onClick={() => onChange({ view: undefined }, { replace: true })}>
          <Maximize aria-hidden="true" />
          Whole area
        </Button>
      </div>
      {fault && <Alert tone={fault === 'webgl' ? 'error' : 'warning'}>{FAULTS[fault]}</Alert>}
      <p className="sr-only">
        {title}. Values run from {surfaceValue(surface, summary.min)} to {surfaceValue(surface, summary.max)},
        on average {surfaceValue(surface, summary.mean)}. The table of admin units below holds the same result
        as text.
      </p>
      <div className="@container relative overflow-hidden rounded border">
        {fault !== 'webgl' && (
          <div className="relative h-[clamp(20rem,calc(100dvh-36rem),42rem)] bg-sunk print:h-140 @min-[600px]:h-[clamp(28rem,calc(100dvh-28rem),42rem)] @min-[1000px]:h-[clamp(22rem,calc(100dvh-29rem),42rem)]">
            <MapFrame
              label={title}
              bounds={bounds}
              tiles={tileUrl(report.id, surface, ramp, summary)}
              outlines={outlinesOf(report)}
              view={parseView(search.view)}
              pin={pin}
              highlight={highlight}
              onView={(view) => onChange({ view: formatView(view) }, { replace: true })}
              onPoint={(place, names) => setPointed(place && { place, names })}
              onPin={(place) => onChange({ pin: place ? formatPlace(place) : undefined }, { replace: true })}
              onFault={setFault}
            />
          </div>
        )}
        {/* Over the lower corners of a wide map, else in a strip below: then it never hides a part of the country. */}
        <div className="flex flex-wrap gap-x-6 gap-y-3 border-t bg-raised p-3 @min-[1000px]:contents">
          <div className="w-60 @min-[1000px]:absolute @min-[1000px]:bottom-3 @min-[1000px]:left-3 @min-[1000px]:w-auto @min-[1000px]:rounded @min-[1000px]:border @min-[1000px]:bg-raised @min-[1000px]:p-3">
            <MapLegend target={report.target} surface={surface} ramp={ramp} summary={summary} />
          </div>
          {fault !== 'webgl' && (
            <div className="min-w-52 flex-1 @min-[1000px]:absolute @min-[1000px]:right-3 @min-[1000px]:bottom-11 @min-[1000px]:rounded @min-[1000px]:border @min-[1000px]:bg-raised @min-[1000px]:p-3 print:hidden">
              <MapReadout
                jobId={report.id}
                surface={surface}
                pointed={pointed}
                pin={pin}
                onUnpin={() => onChange({ pin: undefined }, { replace: true })}
              />
            </div>
          )}
        </div>
      </div>
      <p className="text-xs text-muted">
        Hatched: no value. Countries: Natural Earth 1:50 million. The outlines carry no opinion on borders.
      </p>
    </section>
  )
}

function tileUrl(id: number, surface: Surface, ramp: Ramp, { min, max }: { min: number; max: number }) {
  const tidy = (value: number) => Number(value.toPrecision(6))
  return origin() + tileTemplate(id, surface, ramp, { min: tidy(min), max: tidy(max) })
}

/** The map's worker knows no page, so its addresses are whole ones; the server draws no map. */
const origin = () => (typeof window === 'undefined' ? '' : window.location.origin)

function outlinesOf(report: JobReport): AdminOutline[] {
  const types = ['adm0', 'adm1', 'adm2'] as const
  return types.flatMap((placeType) => {
    const group = report.place_groups.find((version) => version.place_type === placeType)
    return group ? [{ placeType, url: origin() + placesAddress(group.version_id) }] : []
  })
}
