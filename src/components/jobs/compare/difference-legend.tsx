import type { Surface } from '#contract/job-shapes.ts'
import { points } from '../report/format.ts'

/** Every sixteenth colour of the service's ramp RdBu (ColorBrewer, Apache 2.0). */
const STOPS =
  '#67001f #941127 #b82e35 #d1574b #e58369 #f3ab8d #faccb5 #fae5d8 #f1efee #ddeaf2 #bedbea #96c6df #69aad0 #428cc0 #296fad #164f8b #053061'

/** Centred on no difference. */
export function DifferenceLegend({ limit, surface }: { limit: number; surface: Surface }) {
  return (
    <div className="flex w-60 max-w-full flex-col gap-1 text-xs">
      <p className="text-muted">
        {surface === 'width' ? 'Blue: B has the wider interval' : 'Blue: B is higher; red: A is higher'}
      </p>
      <div
        aria-hidden="true"
        className="h-3 rounded-[2px] print:[print-color-adjust:exact]"
        style={{ background: `linear-gradient(to right, ${STOPS.split(' ').join(', ')})` }}
      />
      <p className="tabular flex justify-between gap-2">
        <span>{points(-limit)}</span>
        <span>0</span>
        <span>{points(limit)}</span>
      </p>
    </div>
  )
}
