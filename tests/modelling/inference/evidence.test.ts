import { expect, test } from 'vitest'
import reference from '../fixtures/tmb-reference.json' with { type: 'json' }
import { simulatedEvidence } from '../simulated-evidence.ts'

test('evidence and gradient are those of TMB on the same survey and lattice', () => {
  const survey = simulatedEvidence(80, 50)
  for (const peer of reference.evaluations) {
    const theta = Float64Array.from(peer.theta)
    survey.evaluate(theta)
    const { value, gradient } = survey.evaluate(theta)
    expect(Math.abs(value - peer.value)).toBeLessThan(1e-6)
    for (const [index, slope] of gradient.entries()) {
      expect(Math.abs(slope - peer.gradient[index])).toBeLessThan(1e-4)
    }
  }
})
