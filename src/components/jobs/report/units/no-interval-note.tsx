import { type DirectFigures, whyNoInterval } from './direct-interval.ts'

const REASONS: Record<string, string> = {
  'below 3 clusters': 'one or two clusters do not show how much clusters differ',
  'no case': 'clusters without a case show no spread, whatever the prevalence',
  'only cases': 'clusters with only cases show no spread, whatever the prevalence',
  'one cluster per stratum': 'there is no second cluster in the stratum to compare with',
}

/** Why some of the observed shares have no interval; nothing where all have one. */
export function NoIntervalNote({ units }: { units: readonly DirectFigures[] }) {
  const names = new Set(units.map(whyNoInterval))
  const reasons = Object.entries(REASONS).filter(([reason]) => names.has(reason))
  if (reasons.length === 0) return null
  return (
    <p className="max-w-prose text-muted">
      An observed share has no interval where it rests on too little:{' '}
      {reasons.map(([reason, why]) => `${reason} (${why})`).join('; ')}.
    </p>
  )
}
