import { describe, expect, it } from 'vitest'
import { fitLayer } from '#service/modelling/fit-layer.ts'
import type { LayerOptions } from '#service/modelling/layer-types.ts'
import { simulateCountry } from '../simulated-country.ts'

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
  urbanShare: null,
  rakeTo: null,
}
const national = { level: 0, figures: [{ unit: 0, name: 'the country', prevalence: 0.5 }] } as const
const figures = [
  { unit: 2, name: 'North', prevalence: 0.3 },
  { unit: 0, name: 'South', prevalence: 0.6 },
]
const plain = await fitLayer(input, options)
const raked = await fitLayer(input, { ...options, rakeTo: national })
const byUnit = await fitLayer(input, { ...options, rakeTo: { level: 1, figures } })
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
    expect(raked.diagnostics.adm1).toEqual(plain.diagnostics.adm1)
    expect(raked.allAdmPass).toBe(plain.allAdmPass)
    expect(plain.admin.filter(({ z }) => z !== null).length).toBeGreaterThan(2)
    for (const other of [raked, byUnit]) {
      other.admin.forEach(({ z, pass }, unit) => {
        expect(pass).toBe(plain.admin[unit].pass)
        if (z !== null) expect(z).toBeCloseTo(plain.admin[unit].z!, 8)
      })
    }
  })
})

describe('raking of admin units', () => {
  const unitOf = input.admin[0].cellUnit

  it('meets the figure of each unit, and leaves other units as modelled', () => {
    const modelled = byUnit.admin.map((unit) => unit.modelled!)
    expect(modelled[2]).toBeCloseTo(0.3, 4)
    expect(modelled[0]).toBeCloseTo(0.6, 4)
    for (const unit of [1, 3])
      expect(byUnit.admin[unit]).toMatchObject({ modelled: plain.admin[unit].modelled })
    unitOf.forEach((unit, cell) => {
      if (unit !== 0 && unit !== 2) expect(byUnit.mean[cell]).toBe(plain.mean[cell])
    })
  })

  it('lists the units with what the model alone gives', () => {
    expect(byUnit.diagnostics.raked_units).toEqual([
      { level: 1, name: 'North', raked_to: 0.3, unraked: expect.closeTo(plain.admin[2].modelled!, 6) },
      { level: 1, name: 'South', raked_to: 0.6, unraked: expect.closeTo(plain.admin[0].modelled!, 6) },
    ])
    const { national: country, parameters, findings } = byUnit.diagnostics
    expect(country).toMatchObject({
      raked_to: null,
      unraked: expect.closeTo(plain.diagnostics.national.modelled!, 6),
    })
    expect(country.modelled).not.toBeCloseTo(plain.diagnostics.national.modelled!, 4)
    expect(parameters.raking_shift).toBeNull()
    expect(findings.filter(({ kind }) => kind === 'raked').map(({ message }) => message)).toEqual([
      expect.stringContaining('given prevalences of 2 ADM1 units'),
    ])
    expect(plain.diagnostics.raked_units).toEqual([])
  })

  it('does not use the figure of a unit where no one lives, and says so', async () => {
    const empty = {
      ...input,
      cells: {
        ...input.cells,
        population: input.cells.population!.map((people, cell) => (unitOf[cell] === 2 ? 0 : people)),
      },
    }
    const result = await fitLayer(empty, { ...options, rakeTo: { level: 1, figures } })
    expect(result.diagnostics.raked_units.map(({ name }) => name)).toEqual(['South'])
    expect(result.diagnostics.findings.map(({ message }) => message)).toContainEqual(
      'No one lives in any cell of North, so the given prevalence is not used.',
    )
  })

  it('leaves no limit open at 0 of a raked unit, or of the nation with it, though no cluster has a case', async () => {
    const { clusters } = input
    const none = { ...input, clusters: { ...clusters, numerator: clusters.numerator.map(() => 0) } }
    const { diagnostics, admin } = await fitLayer(none, { ...options, rakeTo: { level: 1, figures } })
    expect(admin.map(({ modelledLower }) => modelledLower! > 0)).toEqual([true, false, true, false])
    expect(diagnostics.national.modelled_lower).toBeGreaterThan(0)
    expect(diagnostics.national.affected_lower).toBeGreaterThan(0)
    // R: binom.test(0, people)$conf.int[2]
    const people = clusters.denominator.reduce((sum, n) => sum + n, 0)
    expect(diagnostics.national.observed_upper).toBeCloseTo(1 - 0.025 ** (1 / people), 12)
    const bounds = diagnostics.findings.filter(({ kind }) => kind === 'bound')
    expect(bounds.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^No cluster has a case in 2 ADM1 units, /),
    ])
  })

  it('needs units of the level', async () => {
    await expect(fitLayer(input, { ...options, rakeTo: { level: 2, figures } })).rejects.toThrow('level 2')
  })
})
