import type { AdminUnit } from './admin-sort.ts'
import { directEnds } from './direct-interval.ts'

const WIDTH = 160
const HEIGHT = 22

/**
 * Observed (above, thin) and modelled (below, thick) on one scale from 0 to `top`; the figures are beside it as text.
 */
export function IntervalStrip({ unit, top }: { unit: AdminUnit; top: number }) {
  const x = (share: number) => 3 + (Math.min(share, top) / top) * (WIDTH - 6)
  const direct = directEnds(unit)
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block"
    >
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-hairline" />
      {direct && (
        <line x1={x(direct[0])} x2={x(direct[1])} y1={6} y2={6} strokeWidth={1.5} className="stroke-muted" />
      )}
      {unit.observed !== null && (
        <circle cx={x(unit.observed)} cy={6} r={3} className="fill-raised stroke-muted" strokeWidth={1.5} />
      )}
      {unit.modelled_lower !== null && unit.modelled_upper !== null && (
        <line
          x1={x(unit.modelled_lower)}
          x2={x(unit.modelled_upper)}
          y1={14}
          y2={14}
          strokeWidth={4}
          className="stroke-secondary"
        />
      )}
      {unit.modelled !== null && <circle cx={x(unit.modelled)} cy={14} r={3} className="fill-text" />}
    </svg>
  )
}
