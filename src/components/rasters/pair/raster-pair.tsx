import { type ComponentProps, type ReactNode, useState } from 'react'
import { ApiError, failureMessage } from '~/api/api-error.ts'
import { MapFrame } from '~/components/map/base/map-frame.tsx'
import { NoValueKey } from '~/components/map/legend/no-value-key.tsx'
import { NoMap } from '~/components/map/legend/no-map.tsx'
import { MapPair, type PairMode } from '~/components/map/overlays/map-pair.tsx'
import { type Bounds, type Place, formatView, parseView } from '~/components/map/base/map-place.ts'
import { MapReadout, type PointerPlace } from '~/components/map/legend/map-readout.tsx'
import { createMapSync } from '~/components/map/base/map-sync.ts'
import { tidyEnd } from '~/components/map/base/tile-origin.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Skeleton, SkeletonLines } from '~/components/ui/skeleton.tsx'
import { DifferenceFigures, type DifferenceStatistics } from './difference-figures.tsx'

type MapProps = ComponentProps<typeof MapFrame>

interface PairSide extends Pick<MapProps, 'label' | 'tiles' | 'outlines' | 'extent'> {
  title: string
}
interface PairSearch {
  view?: string | undefined
  mode?: PairMode | undefined
  swipe?: number | undefined
}

/** Two rasters on maps that move together, or their difference; the values at the cursor, and the statistics. */
export function RasterPair({
  sides: [left, right],
  bounds,
  style,
  pin = null,
  onPin,
  search: { view, mode, swipe },
  onChange,
  difference,
  differenceTiles,
  legend,
  differenceLegend,
  values,
  show,
  notes,
}: {
  sides: readonly [PairSide, PairSide]
  bounds: Bounds
  style?: MapProps['style']
  pin?: Place | null
  /** Absent: a place cannot be pinned. */
  onPin?: (place: Place | null) => void
  search: PairSearch
  onChange: (change: PairSearch, options?: { replace?: boolean }) => void
  difference: {
    data: DifferenceStatistics | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  differenceTiles: (limit: number) => string
  legend: ReactNode
  differenceLegend: (limit: number) => ReactNode
  values: (at: PointerPlace) => ReactNode
  /** A difference in words. */
  show: (value: number) => string
  notes?: readonly string[]
}) {
  const [sync] = useState(createMapSync)
  const [pointer, setPointer] = useState<PointerPlace | null>(null)
  const [failure, setFailure] = useState<'part' | 'webgl' | null>(null)
  const shared: Omit<MapProps, keyof PairSide> = {
    bounds,
    style,
    view: parseView(view),
    pin,
    highlight: null,
    sync,
    onView: (next) => onChange({ view: formatView(next) }, { replace: true }),
    onPoint: (place, names) => setPointer(place && { place, names }),
    onPin: (place) => onPin?.(place),
    onFailure: (what) => setFailure(what === 'webgl' || what === null ? what : 'part'),
  }
  const noMap = failure === 'webgl' && <NoMap complete="The statistics below are complete without it." />
  const mapOf = (side: PairSide, letter: string) =>
    noMap || (
      <MapFrame
        {...shared}
        label={`${letter}: ${side.label}`}
        tiles={side.tiles}
        outlines={side.outlines}
        extent={side.extent}
      />
    )
  const { data, error } = difference
  const limit = data && limitOf(data)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {failure === 'part' && (
        <Alert tone="warning">
          Part of the maps could not be drawn. The tables below are complete without them.
        </Alert>
      )}
      <MapPair
        // Without maps there is nothing to swipe.
        mode={noMap && mode === 'swipe' ? undefined : mode}
        titles={[left.title, right.title]}
        maps={[mapOf(left, 'A'), mapOf(right, 'B')]}
        swipe={swipe}
        onSwipe={(next) => onChange({ swipe: next }, { replace: true })}
        difference={
          limit !== undefined ? (
            noMap || (
              <MapFrame
                {...shared}
                key="difference"
                label={`B minus A: ${left.label} and ${right.label}`}
                tiles={differenceTiles(tidyEnd(limit))}
                outlines={left.outlines}
                extent={left.extent}
              />
            )
          ) : error ? null : (
            <Skeleton className="size-full!" />
          )
        }
      />
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
        <div className="flex flex-col gap-2">
          {mode === 'difference' ? limit !== undefined && differenceLegend(limit) : legend}
          {!noMap && [left, right].some(({ extent, outlines }) => extent || outlines.length > 0) && (
            <NoValueKey />
          )}
        </div>
        {(!noMap || pin) && (
          <div className="w-60 max-w-full">
            <MapReadout
              pointer={pointer}
              pin={pin}
              onUnpin={() => onPin?.(null)}
              hint="Hover for the values of both. With the keyboard: arrow keys move the map."
              values={values}
            />
          </div>
        )}
        <div className="min-w-64 flex-1">
          {error ? (
            <Alert tone="warning" title="No difference">
              <p>{failureMessage(error)}</p>
              {!(error instanceof ApiError && error.status === 422) && (
                <Button
                  variant="secondary"
                  size="small"
                  busy={difference.isFetching}
                  onClick={() => void difference.refetch()}
                >
                  Try again
                </Button>
              )}
            </Alert>
          ) : data ? (
            <DifferenceFigures statistics={data} show={show} notes={notes} />
          ) : (
            <SkeletonLines lines={6} label="Loading the difference" />
          )}
        </div>
      </div>
    </div>
  )
}

/** The ramp covers the middle 90 % of cells on both sides, so that a few extremes do not hide the rest. */
const limitOf = ({ p05, p95, min, max }: DifferenceStatistics) =>
  Math.max(Math.abs(p05), Math.abs(p95)) || Math.max(Math.abs(min), Math.abs(max)) || 0.001
