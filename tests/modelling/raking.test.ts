import { describe, expect, it } from 'vitest'
import { fitLayer } from '#service/modelling/fit-layer.ts'
import type { LayerOptions } from '#service/modelling/layer-types.ts'
import { simulateCountry } from './simulated-country.ts'

const { input } = simulateCountry({ clusters: 90, columns: 14, rows: 12, units: 4, seed: 6 })
const options: LayerOptions = {
  method: 'gp',
  folds: 2,
  blockKm: 'auto',
  draws: 100,
  seed: 1,
  overfitGap: 0.2,
  admMinClusters: 10,
  exceedanceThreshold: 0.4,
  rakeTo: null,
}
const [plain, raked] = [await fitLayer(input, options), await fitLayer(input, { ...options, rakeTo: 0.5 })]
const logit = (p: number) => Math.log(p / (1 - p))

describe('raking to a national prevalence', () => {
  it('meets the figure, and says what the model alone gives', () => {
    const { national, parameters } = raked.diagnostics
    expect(national.modelled).toBeCloseTo(0.5, 4)
    expect(national.raked_to).toBe(0.5)
    expect(national.unraked).toBeCloseTo(plain.diagnostics.national.modelled!, 6)
    expect(parameters.raking_shift).toBeGreaterThan(0)
    const notes = raked.diagnostics.findings.filter(({ kind }) => kind === 'raked')
    expect(notes).toHaveLength(1)
    expect(notes[0].message).toContain('50.0 %')
    expect(plain.diagnostics.findings.some(({ kind }) => kind === 'raked')).toBe(false)
    expect(plain.diagnostics.national).toMatchObject({ raked_to: null, unraked: null })
    expect(plain.diagnostics.parameters.raking_shift).toBeNull()
  })

  it('shifts the interval of every cell by one amount on the logit scale, and moves people and exceedance', () => {
    const { raking_shift: shift } = raked.diagnostics.parameters
    for (let cell = 0; cell < plain.mean.length; cell++) {
      for (const end of ['lower', 'upper'] as const)
        expect(logit(raked[end][cell]) - logit(plain[end][cell])).toBeCloseTo(shift!, 1)
      expect(raked.people![cell]).toBeGreaterThanOrEqual(plain.people![cell])
      expect(raked.exceedance![cell]).toBeGreaterThanOrEqual(plain.exceedance![cell])
    }
  })

  it('keeps the order of units', () => {
    const order = (of: typeof plain) =>
      of.admin.map(({ unit }) => unit).toSorted((a, b) => of.admin[a].modelled! - of.admin[b].modelled!)
    expect(order(raked)).toEqual(order(plain))
  })

  it('leaves validation to the model', () => {
    expect(raked.diagnostics.cv_random).toEqual(plain.diagnostics.cv_random)
    expect(raked.clustersCv).toEqual(plain.clustersCv)
    expect(raked.diagnostics.adm1.together).toEqual(plain.diagnostics.adm1.together)
  })
})
