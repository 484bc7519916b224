import { useQuery } from '@tanstack/react-query'
import { getRasterDifferenceTile } from '#contract/viewing/viewing.ts'
import { addressOf } from '~/api/address.ts'
import { overlap, unionOf } from '~/components/map/base/bounds-of.ts'
import { DifferenceLegend } from '~/components/map/legend/difference-legend.tsx'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { formatPlace, parsePlace } from '~/components/map/base/map-place.ts'
import { isPreset, rangeAround, usualRange } from '~/components/map/legend/range-presets.ts'
import { narrowTo, useCountriesFor } from '~/components/map/base/use-narrow-bounds.ts'
import { tilesAt } from '~/components/map/base/tile-origin.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { figure } from '~/lib/figures.ts'
import { rasterDifferenceQuery } from '~/server/viewing.functions.ts'
import { BandControls } from '~/components/rasters/band-controls.tsx'
import { type BandStyle, type ChangeStyle, usualRamp } from '~/components/rasters/band-style.ts'
import { bandTiles } from '~/components/rasters/band-tiles.ts'
import { ComparedLegend } from './compared-legend.tsx'
import { type ComparedRaster, partsOf } from './compared-raster.ts'
import { jobTiles } from '~/components/rasters/job-tiles.ts'
import { RasterPair } from './raster-pair.tsx'
import { useBandOutlines } from '~/components/rasters/use-band-outlines.ts'
import { useRasterRange } from '~/components/rasters/use-raster-range.ts'
import { ValuesOfBoth } from './values-of-both.tsx'

/** Two rasters on the map; with the same range of colours if their units agree. */
export function ComparedBands({
  pair: [one, other],
  iso3,
  style,
  onStyleChange,
}: {
  pair: readonly [ComparedRaster, ComparedRaster]
  /** Country of the outlines. */
  iso3: string | null
  style: BandStyle
  onStyleChange: ChangeStyle
}) {
  const classes = one.categorical || other.categorical
  const sameUnit = one.unit === other.unit && !classes
  const usual = classes ? 'all' : usualRange([one.extremes, other.extremes])
  const rangeText = style.range ?? usual
  const a = useRasterRange(one, rangeText)
  const b = useRasterRange(other, sameUnit || isPreset(rangeText) ? rangeText : 'all')
  const difference = useQuery(rasterDifferenceQuery(one.name, other.name))
  const outlines = useBandOutlines(iso3, style.outlines) ?? []
  const countries = useCountriesFor([one, other].flatMap(({ bounds }) => (bounds ? [bounds] : []))) ?? []
  if (!one.bounds || !other.bounds) {
    return (
      <Alert title="These rasters cannot be drawn">
        {(one.bounds ? other : one).title} is in a reference system that cannot be projected here. Warp it to
        EPSG:4326 and upload it again.
      </Alert>
    )
  }
  const { ramp = usualRamp } = style
  const both = rangeAround([a.range, b.range])
  const ranges = sameUnit ? ([both, both] as const) : ([a.range, b.range] as const)
  const bounds = narrowTo(one.bounds, one.iso3, countries)
  const otherBounds = narrowTo(other.bounds, other.iso3, countries)
  const sideOf = (raster: ComparedRaster, range: Range) => {
    const { id, surface } = partsOf(raster.name)
    return {
      title: raster.title,
      label: raster.title,
      tiles: surface
        ? jobTiles(id, surface, ramp, range)
        : bandTiles(id, raster.categorical ? null : { ramp, range }),
      outlines,
      ...(raster.bounds && { extent: raster.bounds }),
    }
  }
  return (
    <>
      <BandControls
        ramped={style.mode !== 'difference' && !(one.categorical && other.categorical)}
        hasOutlines={iso3 !== null}
        style={style}
        range={ranges[0]}
        usual={usual}
        onStyleChange={onStyleChange}
      />
      {(a.failed || b.failed) && (
        <Alert tone="warning">The percentiles could not be computed; the colours cover all values.</Alert>
      )}
      <RasterPair
        key={outlines.map(({ placeType }) => placeType).join()}
        sides={[sideOf(one, ranges[0]), sideOf(other, ranges[1])]}
        bounds={overlap(bounds, otherBounds) ? bounds : unionOf([bounds, otherBounds])}
        style={{ opacity: (style.opacity ?? 100) / 100, units: null, clusters: null }}
        pin={parsePlace(style.pin)}
        onPin={(place) => onStyleChange({ pin: place ? formatPlace(place) : undefined }, { replace: true })}
        search={style}
        onChange={onStyleChange}
        difference={difference}
        differenceTiles={(limit) => differenceTiles(one, other, limit)}
        legend={<ComparedLegend pair={[one, other]} ranges={ranges} same={sameUnit} ramp={ramp} />}
        differenceLegend={(limit) => <DifferenceLegend limit={limit} show={figure} />}
        values={(at) => <ValuesOfBoth one={one} other={other} sameUnit={sameUnit} {...at} />}
        show={figure}
        notes={[
          ...(classes
            ? ['The values are classes: of these figures, only the share of different values has a meaning.']
            : []),
          ...(!classes && !sameUnit
            ? [`The units differ: A is in ${inUnit(one)}, B in ${inUnit(other)}.`]
            : []),
          ...(a.estimated || b.estimated ? ['The percentiles of the colours come from an overview.'] : []),
        ]}
      />
    </>
  )
}

const inUnit = ({ unit }: ComparedRaster) => unit || 'no unit'

const differenceTiles = (one: ComparedRaster, other: ComparedRaster, limit: number) =>
  tilesAt(
    addressOf(getRasterDifferenceTile, {
      params: { z: 0, x: 0, y: 0 },
      query: { one: one.name, other: other.name, limit },
    }),
  )
