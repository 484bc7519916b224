import { Maximize } from 'lucide-react'
import { useState } from 'react'
import type { JobReport, Surface } from '#contract/job-shapes.ts'
import { HelpLink } from '~/components/layout/help-link.tsx'
import { MapFrame } from '~/components/map/map-frame.tsx'
import { formatPlace, formatView, parsePlace, parseView } from '~/components/map/map-place.ts'
import { MapPanel } from '~/components/map/map-panel.tsx'
import { MapReadout, type Pointed } from '~/components/map/map-readout.tsx'
import { RampSelect } from '~/components/map/ramp-select.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Segmented } from '~/components/ui/segmented.tsx'
import { outlinesOf, tileUrl } from './map-addresses.ts'
import { jobTitle } from './format.ts'
import { type ChangeSearch, type ReportSearch, usualRamp } from './report-search.ts'
import { SurfaceLegend } from './surface-legend.tsx'
import { SurfaceValues } from './surface-values.tsx'
import { SURFACE_LABELS, surfaceOptions, surfaceValue } from './surfaces.ts'

type Fault = 'tiles' | 'outlines' | 'webgl'
const FAULTS: Record<Fault, string> = {
  webgl:
    'This browser cannot draw the map because WebGL is missing or disabled. The tables, charts and downloads below are complete without it.',
  tiles: 'Some pictures of the surface could not be loaded. Move the map or reload the page to try again.',
  outlines: 'The outlines of the admin units could not be loaded. The surface itself is complete.',
}

/** A completed job's surface on the map, with everything needed to read it. */
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
        <RampSelect
          value={ramp}
          onChange={(next) => onChange({ ramp: next === usualRamp(surface) ? undefined : next })}
        />
        <Button variant="secondary" onClick={() => onChange({ view: undefined }, { replace: true })}>
          <Maximize aria-hidden="true" />
          Whole area
        </Button>
        <HelpLink topic="map" />
      </div>
      {fault && <Alert tone={fault === 'webgl' ? 'error' : 'warning'}>{FAULTS[fault]}</Alert>}
      <p className="sr-only">
        {title}. Values run from {surfaceValue(surface, summary.min)} to {surfaceValue(surface, summary.max)},
        on average {surfaceValue(surface, summary.mean)}. The table of admin units below holds the same result
        as text.
      </p>
      <MapPanel
        map={
          fault === 'webgl' ? null : (
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
          )
        }
        legend={<SurfaceLegend target={report.target} surface={surface} ramp={ramp} summary={summary} />}
        readout={
          <MapReadout
            pointed={pointed}
            pin={pin}
            onUnpin={() => onChange({ pin: undefined }, { replace: true })}
            values={(at) => <SurfaceValues jobId={report.id} surface={surface} {...at} />}
          />
        }
      />
      <p className="text-xs text-muted">
        Hatched: no value. Countries: Natural Earth 1:50 million. The outlines carry no opinion on borders.
      </p>
    </section>
  )
}
