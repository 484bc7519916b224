import { useEffect, useEffectEvent, useRef } from 'react'
import { type Circles, type PointsHit, type PointsMapHandle, drawPoints } from './draw-points.ts'
import { followColours, readMapColours } from '~/components/map/legend/map-colours.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'

export interface PointsMapProps {
  label: string
  bounds: Bounds
  countries?: readonly number[]
  circles: Circles
  onPoint?(hit: PointsHit | null): void
  onPick?(hit: PointsHit): void
  /** Null: nothing fails any more. */
  onFailure(what: 'outlines' | 'webgl' | null): void
}
const none: readonly number[] = []

/** One MapLibre map for the life of the component; the later effects pass changes on. */
export default function PointsMap(props: PointsMapProps) {
  const { circles, countries = none, bounds, label } = props
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<PointsMapHandle | null>(null)
  const onFailure = useEffectEvent((what: 'outlines' | 'webgl' | null) => props.onFailure(what))
  const onPoint = useEffectEvent((hit: PointsHit | null) => props.onPoint?.(hit))
  const onPick = useEffectEvent((hit: PointsHit) => props.onPick?.(hit))
  const draw = useEffectEvent((element: HTMLElement) =>
    drawPoints({
      container: element,
      label,
      bounds,
      countries,
      circles,
      colours: readMapColours(),
      onPoint: (hit) => onPoint(hit),
      onPick: (hit) => onPick(hit),
      onFailure: (what) => onFailure(what),
    }),
  )

  useEffect(() => {
    if (!container.current) return undefined
    let handle: PointsMapHandle
    try {
      handle = draw(container.current)
    } catch {
      onFailure('webgl')
      return undefined
    }
    map.current = handle
    const stop = followColours(handle, container.current)
    return () => {
      stop()
      map.current = null
      handle.destroy()
    }
  }, [])

  useEffect(() => map.current?.setCircles(circles), [circles])
  useEffect(() => map.current?.setCountries(countries), [countries])
  const boundsKey = bounds.join()
  const first = useRef(boundsKey)
  const fit = useEffectEvent(() => map.current?.fit(bounds))
  useEffect(() => {
    if (first.current === boundsKey) return
    first.current = boundsKey
    fit()
  }, [boundsKey])

  return <div ref={container} className="strata-map size-full" data-testid="map" />
}
