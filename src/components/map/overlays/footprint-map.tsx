import { useEffect, useEffectEvent, useRef } from 'react'
import { type Footprint, type FootprintHandle, type Picture, drawFootprints } from './draw-footprints.ts'
import { followColours, readMapColours } from '~/components/map/legend/map-colours.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'

export interface FootprintMapProps {
  label: string
  footprints: readonly Footprint[]
  /** Drawn below the outlines. */
  picture?: Picture | null
  highlight: number | null
  box: Bounds | null
  drawing: boolean
  /** Called once with a function that makes the map's view the box. */
  onReady(chooseView: () => void): void
  onBox(box: Bounds): void
  onPoint(ids: readonly number[]): void
  /** Null: nothing fails any more. */
  onFailure(what: 'outlines' | 'picture' | 'webgl' | null): void
}

/** One map for the life of the component; the later effects pass changes on. */
export default function FootprintMap(props: FootprintMapProps) {
  const { footprints, highlight, box, drawing } = props
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<FootprintHandle | null>(null)
  const emitBox = useEffectEvent((bounds: Bounds) => props.onBox(bounds))
  const emitPoint = useEffectEvent((ids: readonly number[]) => props.onPoint(ids))
  const reportFailure = useEffectEvent((what: 'outlines' | 'picture' | 'webgl' | null) =>
    props.onFailure(what),
  )
  const emitReady = useEffectEvent((chooseView: () => void) => props.onReady(chooseView))
  const draw = useEffectEvent((element: HTMLElement) =>
    drawFootprints({
      container: element,
      label: props.label,
      picture: props.picture ?? null,
      colours: readMapColours(),
      onBox: emitBox,
      onPoint: emitPoint,
      onFailure: reportFailure,
    }),
  )
  useEffect(() => {
    if (!container.current) return undefined
    let handle: FootprintHandle
    try {
      handle = draw(container.current)
    } catch {
      reportFailure('webgl')
      return undefined
    }
    map.current = handle
    emitReady(() => handle.chooseView())
    const stop = followColours(handle, container.current)
    return () => {
      stop()
      map.current = null
      handle.destroy()
    }
  }, [])
  useEffect(() => {
    map.current?.setHighlight(highlight)
  }, [highlight])
  const boxKey = box?.join()
  const showBox = useEffectEvent(() => map.current?.setBox(box))
  useEffect(() => {
    showBox()
  }, [boxKey])
  // After the box, which the map keeps in view.
  useEffect(() => {
    map.current?.setFootprints(footprints)
  }, [footprints])
  useEffect(() => {
    map.current?.setDrawing(drawing)
  }, [drawing])
  return <div ref={container} className="strata-map size-full" data-testid="footprints" />
}
