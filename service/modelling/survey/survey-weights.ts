import type { LayerFinding } from '../diagnostics-types.ts'

/** Weights of one survey differ less from one to the next larger one, */
const MAX_STEP = 1000
/** less in all, */
const MAX_SPREAD = 1e6
/** and are not below this: shares of a sample, the smallest in use, are above. DHS files hold weights times 1e6. */
const MIN_SIZE = 1e-7
const MAX_SIZE = 1e9

/** Whether weights distinguish clusters: without a column for them all are 1, and equal ones say no more. */
export const hasWeights = (weights: ArrayLike<number>): boolean =>
  Array.from(weights).some((weight) => weight !== weights[0])

interface WeightProblem {
  message: string
  help: string
  /** Positions of the clusters beyond the step between two scales; empty for another problem. */
  above: number[]
}

/** Why weights cannot be those of one survey: two scales, or ratios or sizes that no design has; null if they can be. */
export function weightProblem(weights: Float64Array): WeightProblem | null {
  if (weights.length === 0) return null
  const sorted = weights.toSorted()
  const [smallest, largest] = [sorted[0], sorted[sorted.length - 1]]
  const steps = sorted.subarray(1).map((weight, i) => weight / sorted[i])
  const step = steps.reduce((most, next) => Math.max(most, next), 1)
  if (step >= MAX_STEP) {
    const below = steps.indexOf(step)
    const above = [...weights.keys()].filter((i) => weights[i] > sorted[below])
    return {
      message: `the weights are on two scales: ${(below + 1).toLocaleString('en')} are at most '${sorted[below]}', and ${above.length.toLocaleString('en')} at least '${sorted[below + 1]}'`,
      help: 'Use one scale for all; DHS files hold weights times 1,000,000.',
      above,
    }
  }
  const range = `the weights are from '${smallest}' to '${largest}'`
  if (largest > MAX_SPREAD * smallest)
    return {
      message: `${range}: the largest is more than 1,000,000 times the smallest`,
      help: 'Check them: few clusters would count for nearly everything.',
      above: [],
    }
  if (smallest >= MIN_SIZE && largest < MAX_SIZE) return null
  return {
    message: `${range}, ${smallest < MIN_SIZE ? 'smaller' : 'larger'} than the weights of any survey`,
    help: 'Check that the column holds weights.',
    above: [],
  }
}

/** Weights that a person should check before trusting the direct estimates and the urban share. */
export function weightFindings(weights: Float64Array): LayerFinding[] {
  const problem = weightProblem(weights)
  if (!problem) return []
  const { message, help } = problem
  return [
    {
      kind: 'weights',
      message: `${message[0].toUpperCase()}${message.slice(1)}. Direct estimates and the urban share of the sample depend on them. ${help}`,
    },
  ]
}
