import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Band } from '#contract/rasters/band-list.ts'
import { describeScaling } from '#contract/rasters/scaling.ts'
import { MapFrame } from '~/components/map/base/map-frame.tsx'
import { MapLegend } from '~/components/map/legend/map-legend.tsx'
import { MapPanel } from '~/components/map/base/map-panel.tsx'
import {
  type Place,
  formatPlace,
  formatView,
  parsePlace,
  parseView,
} from '~/components/map/base/map-place.ts'
import { NoValueKey } from '~/components/map/legend/no-value-key.tsx'
import { MapReadout, type PointerPlace } from '~/components/map/legend/map-readout.tsx'
import {
  RANGE_LABELS,
  formatEnds,
  isPreset,
  rangeAround,
  usualRange,
} from '~/components/map/legend/range-presets.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { cn } from '~/lib/class-names.ts'
import { figure } from '~/lib/figures.ts'
import { bandHistogramQuery } from '~/server/bands.functions.ts'
import { BandControls } from './band-controls.tsx'
import { type BandStyle, type ChangeStyle, usualRamp } from './band-style.ts'
import { bandTiles } from './band-tiles.ts'
import { BandValue } from './band-value.tsx'
import { ClassLegend } from './class-legend.tsx'
import { formatCrs } from './raster-labels.ts'
import { useBandOutlines } from './use-band-outlines.ts'
import { useDrawnLine } from './profile/use-drawn-line.ts'
import { useRasterRange } from './use-raster-range.ts'
import { ValueTable } from './value-table.tsx'
import { BandProfile } from './profile/band-profile.tsx'

type Failure = 'tiles' | 'outlines' | 'webgl'
const FAILURES: Record<Exclude<Failure, 'webgl'>, string> = {
  tiles: 'Some pictures of the band could not be loaded. Move the map or reload the page to try again.',
  outlines: 'Some outlines could not be loaded. The band itself is complete.',
}

export type MappedBand = Pick<
  Band,
  | 'id'
  | 'asset_id'
  | 'name'
  | 'unit'
  | 'iso3_code'
  | 'crs'
  | 'crs_name'
  | 'bounds_degrees'
  | 'statistics'
  | 'categorical'
>

/** A band on the map: colours, legend with histogram, the value under the cursor, and values along a line. */
export function BandMap({
  band,
  style,
  onStyleChange,
  low,
}: {
  band: MappedBand
  style: BandStyle
  /** Changes part of the display; panning the map adds no step for Back. */
  onStyleChange: ChangeStyle
  /** A preview on a screen with other content: less high. */
  low?: boolean
}) {
  const [pointer, setPointer] = useState<PointerPlace | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const histogram = useQuery(bandHistogramQuery(band))
  const usual = band.categorical ? 'all' : usualRange([band.statistics])
  const rangeText = style.range ?? usual
  const { range, failed, estimated } = useRasterRange(
    { name: `band-${band.id}`, extremes: band.statistics },
    rangeText,
  )
  const bandOutlines = useBandOutlines(band.iso3_code, style.outlines)
  const { min, max, mean, scaling } = band.statistics
  const notes = [
    ...(scaling ? [`Values are ${describeScaling(scaling)}.`] : []),
    ...(estimated ? ['Percentiles estimated from an overview.'] : []),
  ]
  const bounds = band.bounds_degrees
  const { ramp = usualRamp } = style
  const pin = parsePlace(style.pin)
  const { line, setLine, drawing, setDrawing, take } = useDrawnLine(style.line, (next) =>
    onStyleChange({ line: next }, { replace: true }),
  )
  if (!bounds) {
    return (
      <Alert tone="info" title="This band cannot be drawn">
        It is in {formatCrs(band.crs, band.crs_name)}, which cannot be projected here. Warp it to EPSG:4326
        (gdalwarp -t_srs EPSG:4326) and upload it again.
      </Alert>
    )
  }
  const outlines = bandOutlines ?? []
  const noUnits =
    style.outlines !== undefined && bandOutlines?.every(({ placeType }) => placeType !== style.outlines)
  const pinAt = (place: Place | null) => {
    if (!take(place)) onStyleChange({ pin: place ? formatPlace(place) : undefined }, { replace: true })
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <BandControls
        ramped={!band.categorical}
        hasOutlines={band.iso3_code !== null}
        style={style}
        range={range}
        usual={usual}
        onStyleChange={onStyleChange}
        drawing={drawing}
        onDrawing={setDrawing}
      />
      {failed && (
        <Alert tone="warning">The percentiles could not be computed; the colours cover all values.</Alert>
      )}
      {noUnits && band.iso3_code !== null && (
        <Alert tone="info">There are no admin units of this level for {band.iso3_code}.</Alert>
      )}
      {failure && failure !== 'webgl' && <Alert tone="warning">{FAILURES[failure]}</Alert>}
      <p className="sr-only">
        {band.categorical
          ? `${band.name}. Its values are classes; the legend lists them.`
          : `${band.name}. Values run from ${figure(min)} to ${figure(max)}, on average ${figure(mean)}.`}
      </p>
      <MapPanel
        low={low}
        without={failure === 'webgl' ? 'The figures are complete without it.' : null}
        map={
          <div className={cn('relative h-full', drawing && 'drawing-line')}>
            <MapFrame
              key={outlines.map(({ placeType }) => placeType).join()}
              label={`Map of ${band.name}`}
              bounds={bounds}
              iso3={band.iso3_code}
              tiles={bandTiles(band.id, band.categorical ? null : { ramp, range })}
              outlines={outlines}
              extent={bounds}
              style={{ opacity: (style.opacity ?? 100) / 100, units: null, clusters: null }}
              view={parseView(style.view)}
              pin={pin}
              line={line}
              highlight={null}
              onView={(view) => onStyleChange({ view: formatView(view) }, { replace: true })}
              onPoint={(place, names) => setPointer(place && { place, names })}
              onPin={pinAt}
              onFailure={(what) => what !== 'clusters' && setFailure(what)}
            />
          </div>
        }
        legend={
          <div className="flex flex-col gap-2">
            {band.categorical ? (
              <ClassLegend title={band.name} classes={histogram.data?.classes} />
            ) : (
              <MapLegend
                title={band.name}
                unit={band.unit || 'No unit given'}
                ramp={ramp}
                min={min}
                max={max}
                mark={{ label: 'mean', value: mean }}
                axis={rangeAround([band.statistics, range])}
                range={range}
                rangeName={isPreset(rangeText) ? RANGE_LABELS[rangeText].toLowerCase() : undefined}
                onRange={(next) => onStyleChange({ range: formatEnds(next) }, { replace: true })}
                note={notes.join(' ') || undefined}
                histogram={histogram.data?.counts}
                show={figure}
              />
            )}
            <NoValueKey />
          </div>
        }
        readout={
          <MapReadout
            pointer={pointer}
            pin={pin}
            onUnpin={() => onStyleChange({ pin: undefined }, { replace: true })}
            values={({ place, names }) => <BandValue band={band} place={place} names={names} />}
          />
        }
      />
      {!band.categorical && histogram.data && <ValueTable histogram={histogram.data} unit={band.unit} />}
      {(drawing || line.length > 0) && (
        <BandProfile
          band={band}
          style={style}
          onStyleChange={onStyleChange}
          line={line}
          onLine={setLine}
          onClose={() => {
            setDrawing(false)
            onStyleChange({ line: undefined, profile_with: undefined })
          }}
        />
      )}
    </div>
  )
}
