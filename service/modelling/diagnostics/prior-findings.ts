import type { LayerFinding, PriorSensitivity, SensitiveFigure } from '../diagnostics-types.ts'

/** Change of a mean, per width of its interval, that another prior may make. */
const NATION_MOVES = 0.1
const UNIT_MOVES = 0.25

/** Reports that figures depend on the prior of the surface more than on the clusters. */
export function priorFindings(sensitivity: readonly PriorSensitivity[]): LayerFinding[] {
  const moves = (figure: SensitiveFigure | null, allowed: number) =>
    figure !== null &&
    Math.abs(figure.after.mean - figure.before.mean) > allowed * (figure.before.upper - figure.before.lower)
  const nation = sensitivity.some(({ national }) => moves(national, NATION_MOVES))
  const unit = sensitivity.some(({ unit_mean }) => moves(unit_mean, UNIT_MOVES))
  if (!nation && !unit) return []
  const [what, allowed] = nation
    ? ['The national figure moves', NATION_MOVES]
    : ['The mean of some unit moves', UNIT_MOVES]
  return [
    {
      kind: 'prior',
      message: `${what} by more than ${100 * allowed} % of the width of its interval if the prior means of the surface's variance and range are twice or half as large. The clusters say little about the surface; see 'Other priors' in the report.`,
    },
  ]
}
