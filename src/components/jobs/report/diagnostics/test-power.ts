import type { AdminUnit } from '~/components/jobs/report/units/admin-sort.ts'

/** With fewer cases or non-cases than this, a direct estimate says too little to contradict a model. */
export const FEW_CASES = 5
const Z = 1.959_964

const logit = (p: number) => Math.log(p / (1 - p))

/**
 * Whether the direct estimate of a testable unit rests on fewer than about five cases or non-cases. Its interval on the
 * logit scale, ±1.96·se, gives the effective sample size, adjusted for the degrees of freedom (Korn and Graubard 1998):
 * se² = 1/(n·p·(1 − p)), so n·p = 1/(se²·(1 − p)).
 */
export function hasLittlePower({
  pass,
  observed: p,
  observed_lower: lower,
  observed_upper: upper,
}: Pick<AdminUnit, 'pass' | 'observed' | 'observed_lower' | 'observed_upper'>): boolean {
  if (pass === null || p === null || lower === null || upper === null) return false
  if (lower <= 0 || upper >= 1 || lower >= upper) return false
  const variance = ((logit(upper) - logit(lower)) / (2 * Z)) ** 2
  return 1 / (variance * Math.max(p, 1 - p)) < FEW_CASES
}
