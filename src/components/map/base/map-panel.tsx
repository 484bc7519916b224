import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import { NoMap } from '~/components/map/legend/no-map.tsx'

const HEIGHTS = {
  low: 'h-72',
  usual: 'h-[clamp(20rem,52dvh,36rem)] @min-[600px]:h-[clamp(24rem,62dvh,52rem)]',
  portrait: 'h-[clamp(20rem,60dvh,40rem)] @min-[600px]:h-[clamp(28rem,66dvh,60rem)]',
}

/** Legend and readout over the lower corners of a wide map, else in a strip below, where they cover nothing. */
export function MapPanel({
  map,
  without = null,
  legend,
  readout,
  low = false,
  portrait = false,
}: {
  map: ReactNode
  /** Set if the browser cannot draw it: what is complete without it. */
  without?: string | null
  legend: ReactNode
  readout: ReactNode
  /** A preview on a screen with other content: less high. */
  low?: boolean
  /** For an area that is higher than wide. */
  portrait?: boolean
}) {
  return (
    <div className="map-panel @container relative overflow-hidden rounded border bg-raised">
      <div
        className={cn(
          'map-area relative bg-sunk print:h-auto print:bg-transparent',
          HEIGHTS[low ? 'low' : portrait ? 'portrait' : 'usual'],
        )}
      >
        {without === null ? map : <NoMap complete={without} />}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-3 border-t bg-raised p-3 print:p-2 @min-[1000px]:contents">
        <div className="w-60 print:w-auto @min-[1000px]:absolute @min-[1000px]:bottom-3 @min-[1000px]:left-3 @min-[1000px]:w-auto @min-[1000px]:rounded @min-[1000px]:border @min-[1000px]:bg-raised @min-[1000px]:p-3">
          {legend}
        </div>
        {without === null && (
          <div className="min-w-52 flex-1 @min-[1000px]:absolute @min-[1000px]:right-3 @min-[1000px]:bottom-11 @min-[1000px]:rounded @min-[1000px]:border @min-[1000px]:bg-raised @min-[1000px]:p-3 print:hidden">
            {readout}
          </div>
        )}
      </div>
    </div>
  )
}
