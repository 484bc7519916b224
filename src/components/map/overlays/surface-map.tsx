import { useEffect, useEffectEvent, useRef } from 'react'
import { type MapHandle, drawMap } from './draw-map.ts'
import { followColours, readMapColours } from '~/components/map/legend/map-colours.ts'
import {
  type Bounds,
  type MapView,
  type Place,
  formatLine,
  formatPlace,
  formatView,
} from '~/components/map/base/map-place.ts'
import type { ClusterHit, UnitRef } from '~/components/map/base/map-pointer.ts'
import type { OverlayStyle } from './map-overlays.ts'
import type { AdminOutline } from './admin-outline.ts'
import type { MapSync } from '~/components/map/base/map-sync.ts'

export interface SurfaceMapProps {
  label: string
  bounds: Bounds
  /** Address of the surface's tiles with `{z}`, `{x}` and `{y}`. */
  tiles: string
  outlines: readonly AdminOutline[]
  /** The raster's own, which is drawn, and hatched where it has no value. */
  extent?: Bounds
  view: MapView | null
  pin: Place | null
  /** That values are read along. */
  line?: readonly Place[]
  /** Moves with the other maps of it. */
  sync?: MapSync
  /** Code of a unit to outline. */
  highlight: string | null
  onView(view: MapView): void
  onPoint(place: Place | null, names: readonly string[], units: readonly UnitRef[]): void
  onPin(place: Place | null, units: readonly UnitRef[]): void
  onCluster?(hit: ClusterHit | null): void
  /** Null: nothing fails any more. */
  onFailure(what: 'tiles' | 'outlines' | 'clusters' | 'webgl' | null): void
  style?: OverlayStyle
  /** Moves the map to a unit; a new object moves it again. */
  flight?: UnitRef | null
}

/** One MapLibre map for the life of the component; the later effects pass changes on without redrawing it. */
export default function SurfaceMap(props: SurfaceMapProps) {
  const { tiles, view, pin, highlight, bounds, outlines, label, style, flight } = props
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<MapHandle | null>(null)

  const emitView = useEffectEvent((next: MapView) => props.onView(next))
  const emitPoint = useEffectEvent(
    (place: Place | null, names: readonly string[], units: readonly UnitRef[]) =>
      props.onPoint(place, names, units),
  )
  const emitPin = useEffectEvent((place: Place | null, units: readonly UnitRef[]) =>
    props.onPin(place, units),
  )
  const emitCluster = useEffectEvent((hit: ClusterHit | null) => props.onCluster?.(hit))
  const reportFailure = useEffectEvent((what: Parameters<SurfaceMapProps['onFailure']>[0]) =>
    props.onFailure(what),
  )
  const draw = useEffectEvent((element: HTMLElement) =>
    drawMap({
      container: element,
      label,
      bounds,
      view,
      outlines,
      extent: props.extent,
      colours: readMapColours(),
      onView: emitView,
      onMove: (next) => map.current && props.sync?.moved(map.current, next),
      onPoint: emitPoint,
      onPin: emitPin,
      onCluster: emitCluster,
      onFailure: reportFailure,
    }),
  )

  const joinSync = useEffectEvent((handle: MapHandle) => props.sync?.join(handle))

  useEffect(() => {
    if (!container.current) return undefined
    let handle: MapHandle
    try {
      handle = draw(container.current)
    } catch {
      reportFailure('webgl')
      return undefined
    }
    map.current = handle
    const leave = joinSync(handle)
    const stop = followColours(handle, container.current)
    return () => {
      leave?.()
      stop()
      map.current = null
      handle.destroy()
    }
  }, [])

  useEffect(() => {
    map.current?.setTiles(tiles)
  }, [tiles])
  useEffect(() => {
    map.current?.setHighlight(highlight)
  }, [highlight])

  const styleKey = style && JSON.stringify(style)
  const showOverlayStyle = useEffectEvent(() => style && map.current?.setOverlayStyle(style))
  useEffect(() => {
    showOverlayStyle()
  }, [styleKey])
  useEffect(() => {
    if (flight) map.current?.flyTo(flight)
  }, [flight])

  const pinKey = pin && formatPlace(pin)
  const showPin = useEffectEvent(() => map.current?.setPin(pin))
  useEffect(() => {
    showPin()
  }, [pinKey])

  const lineKey = props.line && formatLine(props.line)
  const showLine = useEffectEvent(() => props.line && map.current?.setLine(props.line))
  useEffect(() => {
    showLine()
  }, [lineKey])

  const viewKey = view && formatView(view)
  const showView = useEffectEvent(() => map.current?.setView(view))
  useEffect(() => {
    showView()
  }, [viewKey])

  return <div ref={container} className="strata-map size-full" data-testid="map" />
}
