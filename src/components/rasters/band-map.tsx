import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Band } from '#contract/band-list.ts'
import { getBandTile } from '#contract/bands.ts'
import { addressOf } from '~/api/address.ts'
import { MapFrame } from '~/components/map/map-frame.tsx'
import { MapLegend } from '~/components/map/map-legend.tsx'
import { MapPanel } from '~/components/map/map-panel.tsx'
import { drawnBounds, formatPlace, formatView, parsePlace, parseView } from '~/components/map/map-place.ts'
import { MapReadout, type Pointed } from '~/components/map/map-readout.tsx'
import { RampSelect } from '~/components/map/ramp-select.tsx'
import type { Ramp } from '~/components/map/ramps.ts'
import { tidyEnd, tileOrigin, tileTemplateOf } from '~/components/map/tile-origin.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Maximize } from '~/components/ui/icons.tsx'
import { Segmented } from '~/components/ui/segmented.tsx'
import { figure } from '~/lib/figures.ts'
import { bandHistogramQuery } from '~/server/bands.functions.ts'
import { type BandLook, STRETCH_LABELS, rangeOf, usualLook } from './band-look.ts'
import { BandValue } from './band-value.tsx'
import { ClassLegend } from './class-legend.tsx'
import { crsInWords } from './raster-words.ts'

type Failure = 'tiles' | 'outlines' | 'webgl'
const FAILURES: Record<Failure, string> = {
  webgl:
    'This browser cannot draw the map because WebGL is missing or disabled. The figures are complete without it.',
  tiles: 'Some pictures of the band could not be loaded. Move the map or reload the page to try again.',
  outlines: 'The outlines of the countries could not be loaded. The band itself is complete.',
}
const stretches = (['full', 'typical'] as const).map((value) => ({ value, label: STRETCH_LABELS[value] }))

export type MappedBand = Pick<
  Band,
  'id' | 'name' | 'unit' | 'crs' | 'crs_name' | 'bounds' | 'bounds_degrees' | 'statistics' | 'categorical'
>

/** A band on the map: colour ramp, legend with histogram, the value under the cursor. */
export function BandMap({
  band,
  look,
  onLook,
  low,
}: {
  band: MappedBand
  look: BandLook
  /** Changes part of the display; panning the map adds no step for Back. */
  onLook: (change: Partial<BandLook>, options?: { replace?: boolean }) => void
  /** A preview on a screen with other content: less high. */
  low?: boolean
}) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const histogram = useQuery(bandHistogramQuery(band.id))
  const { min, max, mean } = band.statistics
  const bounds = band.bounds_degrees ?? drawnBounds(band.crs, band.bounds)
  const { ramp = usualLook.ramp, stretch = usualLook.stretch } = look
  const range = rangeOf(band.statistics, stretch)
  const pin = parsePlace(look.pin)
  if (!bounds) {
    return (
      <Alert tone="info" title="This band cannot be drawn">
        It is in {crsInWords(band.crs, band.crs_name)}, which cannot be projected here. Warp it to EPSG:4326
        (gdalwarp -t_srs EPSG:4326) and upload it again.
      </Alert>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {!band.categorical && (
          <Segmented
            label="Range of the colours"
            value={stretch}
            options={stretches}
            onChange={(next) => onLook({ stretch: next === usualLook.stretch ? undefined : next })}
          />
        )}
        <div className="flex-1" />
        {!band.categorical && (
          <RampSelect
            value={ramp}
            onChange={(next) => onLook({ ramp: next === usualLook.ramp ? undefined : next })}
          />
        )}
        <Button variant="secondary" onClick={() => onLook({ view: undefined }, { replace: true })}>
          <Maximize aria-hidden="true" />
          Whole area
        </Button>
      </div>
      {failure && <Alert tone={failure === 'webgl' ? 'error' : 'warning'}>{FAILURES[failure]}</Alert>}
      <p className="sr-only">
        {band.categorical
          ? `${band.name}. Its values are classes; the legend lists them.`
          : `${band.name}. Values run from ${figure(min)} to ${figure(max)}, on average ${figure(mean)}.`}
      </p>
      <MapPanel
        low={low}
        map={
          failure === 'webgl' ? null : (
            <MapFrame
              label={`Map of ${band.name}`}
              bounds={bounds}
              tiles={tilesOf(band.id, band.categorical ? null : { ramp, range })}
              outlines={noOutlines}
              extent
              view={parseView(look.view)}
              pin={pin}
              highlight={null}
              onView={(view) => onLook({ view: formatView(view) }, { replace: true })}
              onPoint={(place) => setPointed(place && { place, names: [] })}
              onPin={(place) => onLook({ pin: place ? formatPlace(place) : undefined }, { replace: true })}
              onFailure={(what) => what !== 'clusters' && setFailure(what)}
            />
          )
        }
        legend={
          band.categorical ? (
            <ClassLegend title={band.name} classes={histogram.data?.classes} />
          ) : (
            <MapLegend
              title={band.name}
              unit={band.unit || 'No unit given'}
              ramp={ramp}
              min={min}
              max={max}
              mean={mean}
              range={range}
              histogram={histogram.data?.counts}
              show={figure}
            />
          )
        }
        readout={
          <MapReadout
            pointed={pointed}
            pin={pin}
            onUnpin={() => onLook({ pin: undefined }, { replace: true })}
            values={({ place }) => <BandValue band={band} place={place} />}
          />
        }
      />
    </div>
  )
}

const noOutlines: never[] = []

interface Colours {
  ramp: Ramp
  range: { min: number; max: number }
}

/** Without colours, the service draws classes in their own. */
function tilesOf(id: number, colours: Colours | null): string {
  const address = addressOf(getBandTile, {
    params: { id, z: 0, x: 0, y: 0 },
    query: colours
      ? { ramp: colours.ramp, min: tidyEnd(colours.range.min), max: tidyEnd(colours.range.max) }
      : {},
  })
  return tileOrigin() + tileTemplateOf(address)
}
