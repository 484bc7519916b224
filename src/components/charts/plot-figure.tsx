import type * as Plot from '@observablehq/plot'
import { ClientOnly } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { inTurn } from '~/lib/in-turn.ts'
import { FigureTable, type FigureTableData } from './figure-table.tsx'
import './plot.css'

type PlotLibrary = typeof Plot

/** Draws a chart of the given width; called again when the width changes. Pure, colours as CSS variables only. */
export type DrawPlot = (plot: PlotLibrary, width: number) => SVGSVGElement | HTMLElement

/** A chart with its title, a sentence on how to read it, and the same figures as a table. */
export function PlotFigure({
  title,
  note,
  height,
  draw,
  drawKey,
  table,
}: {
  title: string
  note: ReactNode
  height: number
  draw: DrawPlot
  /** Changes whenever the data change. */
  drawKey: string
  table: FigureTableData
}) {
  const titleId = useId()
  return (
    <figure aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2 break-inside-avoid">
      <h3 id={titleId} className="font-medium">
        {title}
      </h3>
      <ClientOnly fallback={<Shape height={height} />}>
        <Drawing height={height} draw={draw} drawKey={drawKey} />
      </ClientOnly>
      <figcaption className="text-xs text-muted">{note}</figcaption>
      <details className="text-xs print:hidden">
        <summary className="w-fit cursor-pointer text-link hover:underline">Show as table</summary>
        <FigureTable caption={title} {...table} />
      </details>
    </figure>
  )
}

/** `still`: it is drawn in a moment, or at once before the page is printed. */
const Shape = ({ height, still = false }: { height: number; still?: boolean }) => (
  <div style={{ height }}>
    <Skeleton still={still} className="size-full! print:hidden" />
    <p className="hidden print:block">This chart was still loading. Print the page again.</p>
  </div>
)

function Drawing({ height, draw, drawKey }: { height: number; draw: DrawPlot; drawKey: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'drawn' | 'failed'>('loading')
  const waits = state === 'loading' || state === 'ready'
  const render = useEffectEvent((plot: PlotLibrary, element: HTMLElement) => {
    const chart = draw(plot, Math.max(240, element.clientWidth || 480))
    // Plot's own style element would need a nonce; plot.css contains the same rules.
    for (const style of chart.querySelectorAll('style')) style.remove()
    chart.setAttribute('aria-hidden', 'true')
    element.replaceChildren(chart)
    setState('drawn')
  })

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    let observer: ResizeObserver | undefined
    let printNow: (() => void) | undefined
    let isOver = false
    const begin = (plot: PlotLibrary) => {
      if (isOver) return
      isOver = true
      try {
        render(plot, element)
      } catch {
        return setState('failed')
      }
      if (typeof ResizeObserver === 'undefined') return
      let width = element.clientWidth
      observer = new ResizeObserver(() => {
        if (element.clientWidth === width) return
        width = element.clientWidth
        render(plot, element)
      })
      observer.observe(element)
    }
    import('@observablehq/plot')
      .then((plot) => {
        if (isOver) return
        // The browser prints what is there when this event ends.
        printNow = () => flushSync(() => begin(plot))
        window.addEventListener('beforeprint', printNow)
        setState((previous) => (previous === 'loading' ? 'ready' : previous))
        return inTurn(() => begin(plot))
      })
      .catch(() => setState('failed'))
    return () => {
      isOver = true
      if (printNow) window.removeEventListener('beforeprint', printNow)
      observer?.disconnect()
    }
  }, [drawKey])

  return (
    <div className="relative" style={{ minHeight: waits ? height : undefined }}>
      {waits && (
        <div className="absolute inset-0">
          <Shape height={height} still={state === 'ready'} />
        </div>
      )}
      {state === 'failed' && <p className="text-error">The chart could not be drawn. Its table is below.</p>}
      <div ref={host} className="strata-plot" />
    </div>
  )
}
