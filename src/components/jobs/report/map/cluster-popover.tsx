import type { ClusterHit } from '~/components/map/base/map-pointer.ts'
import { count } from '~/lib/figures.ts'
import { interval, percent } from '~/components/jobs/report/format.ts'

const WIDTH = 224

/** What was observed at a cluster and what was predicted there without its block, above the circle. */
export function ClusterPopover({ hit: { cluster, x, y, width } }: { hit: ClusterHit }) {
  const figure = (name: string) => (typeof cluster[name] === 'number' ? cluster[name] : null)
  const left = Math.max(8, Math.min(x - WIDTH / 2, width - WIDTH - 8))
  const below = y < 140
  return (
    <output
      className="pointer-events-none absolute block z-10 rounded border bg-raised p-2 text-xs shadow-float"
      style={{ width: WIDTH, left, top: below ? y + 14 : y - 14, translate: below ? undefined : '0 -100%' }}
    >
      <p className="truncate font-medium">Cluster {String(cluster['cluster'])}</p>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-3">
        <dt>Observed</dt>
        <dd className="text-right font-semibold">{percent(figure('observed'))}</dd>
        <dt className="text-muted">of people</dt>
        <dd className="text-right text-muted">
          {count(figure('numerator') ?? 0)} of {count(figure('denominator') ?? 0)}
        </dd>
        <dt>Modelled</dt>
        <dd className="text-right">{percent(figure('fitted'))}</dd>
        <dt>Predicted without its block</dt>
        <dd className="text-right">{percent(figure('held_out'))}</dd>
        <dt className="text-muted">95 % interval</dt>
        <dd className="text-right text-muted">
          {interval(figure('held_out_lower'), figure('held_out_upper'))}
        </dd>
      </dl>
    </output>
  )
}
