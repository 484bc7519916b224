import { describe, expect, it } from 'vitest'
import { displacementFindings, placesOfDisplaced } from '#service/domain/jobs/run-layer/displaced-clusters.ts'
import { sampleCovariates } from '#service/domain/jobs/run-layer/sample-covariates.ts'
import { modelOf } from '#service/modelling/models.ts'
import {
  bandOf,
  dataOf,
  type DisplacedCountry,
  layerOf,
  simulateDisplaced,
  slopeOf,
} from '../../support/jobs/displaced-country.ts'

const country = simulateDisplaced({ clusters: 400, side: 150, seed: 4 })
const { clusters, places, units } = country
const layer = layerOf(country)

type Coordinates = DisplacedCountry['places']['true']
type Places = Awaited<ReturnType<typeof placesOfDisplaced>>

async function covariatesOf(of: DisplacedCountry, at: Coordinates, places: Places = null) {
  const bands = [await bandOf(of, 'rough'), await bandOf(of, 'smooth')]
  return (await sampleCovariates(bands, at.longitude, at.latitude, places)).values
}

const meansOf = async (of: DisplacedCountry) =>
  covariatesOf(
    of,
    of.places.displaced,
    await placesOfDisplaced(layerOf(of), of.clusters.urban, await bandOf(of, 'population')),
  )

/** Slope of the least-squares line of y by x. */
function lineOf(x: Float64Array, y: Float64Array): number {
  const [meanX, meanY] = [x, y].map((values) => values.reduce((sum, value) => sum + value, 0) / values.length)
  const products = x.map((value, i) => (value - meanX) * (y[i] - meanY))
  const squares = x.map((value) => (value - meanX) ** 2)
  return products.reduce((sum, one) => sum + one, 0) / squares.reduce((sum, one) => sum + one, 0)
}

describe('displaced clusters', () => {
  it('have a covariate whose error is independent of it, so that slopes stay as they are', async () => {
    const large = simulateDisplaced({ clusters: 4000, side: 150, seed: 2, withPeople: 0.6 })
    const [truth] = await covariatesOf(large, large.places.true)
    const [displaced] = await covariatesOf(large, large.places.displaced)
    const [means] = await meansOf(large)
    expect(lineOf(displaced, truth)).toBeLessThan(0.85)
    expect(Math.abs(lineOf(means, truth) - 1)).toBeLessThan(0.03)
    const biasOf = (values: Float64Array) =>
      truth.reduce((sum, value, i) => sum + values[i] - value, 0) / truth.length
    // People live where the covariate is high.
    expect(biasOf(displaced)).toBeLessThan(-0.04)
    expect(Math.abs(biasOf(means))).toBeLessThan(0.02)
  })

  it('have about the slope in a model that they have at their true coordinates', async () => {
    const slopeAt = async (at: Coordinates, covariates: Float64Array[]) => {
      const data = dataOf(country, at, covariates)
      return slopeOf(await modelOf('gp').fit(data, ['rough', 'smooth'], { strict: true }), covariates)
    }
    const truth = await slopeAt(places.true, await covariatesOf(country, places.true))
    const displaced = await slopeAt(places.displaced, await covariatesOf(country, places.displaced))
    const means = await slopeAt(places.displaced, await meansOf(country))
    expect(displaced / truth).toBeLessThan(0.88)
    expect(Math.abs(means / truth - 1)).toBeLessThan(0.1)
  })

  it('stay inside the finest unit that the layer has, and without a unit anywhere', async () => {
    const far = { longitude: Float64Array.of(5.495, 5.25, 9), latitude: Float64Array.of(9.75, 9.75, 9) }
    const adm2 = { place_type: 'adm2' as const, units }
    const whole = [{ ...units[0], area: units[0].area }]
    const task = { ...layer, survey: far, country: { place_type: 'adm0' as const, units: whole } }
    const inUnits = (await placesOfDisplaced({ ...task, admin: [adm2] }, null, undefined))!
    const of = (cluster: number) =>
      [...inUnits.longitude].filter((_, place) => inUnits.cluster[place] === cluster)
    expect(of(0).length).toBeLessThan(0.7 * of(1).length)
    expect(Math.max(...of(0))).toBeLessThan(5.5)
    expect(of(2)).toHaveLength(of(1).length)
  })

  it('are those of a layer that says so, and of no other', async () => {
    for (const displacement of ['none', null] as const)
      expect(
        await placesOfDisplaced({ ...layer, layer: { displacement, source: 'DHS' } }, null, undefined),
      ).toBe(null)
  })
})

describe('a report', () => {
  const messages = (about: Partial<typeof layer.layer>, urban: Uint8Array | null, weighed = false) =>
    displacementFindings({ ...layer, layer: { ...layer.layer, ...about } }, urban, weighed).map(
      ({ message }) => message,
    )
  it('says what was done about displaced coordinates', () => {
    expect(messages({}, clusters.urban, true)).toEqual([
      'The coordinates of the clusters are displaced by up to 2 km in towns and 5 km in the country. Covariates of a cluster are therefore means over the places where it may be, inside its ADM1 unit, weighted by their people.',
    ])
    const whole = { ...layer, country: { place_type: 'adm0' as const, units } }
    expect(displacementFindings(whole, null, false)[0].message).toMatch(/may be, inside the country\.$/)
    expect(messages({}, null)).toEqual([
      'The coordinates of the clusters are displaced by up to 5 km (the survey does not say which are in towns). Covariates of a cluster are therefore means over the places where it may be, inside its ADM1 unit.',
    ])
  })
  it('asks about the coordinates of programmes that usually displace them', () => {
    const [message] = messages({ displacement: null, source: 'Benin DHS' }, null)
    expect(message).toMatch(/^The survey does not say .* as those of 'Benin DHS' usually are\./)
    expect(messages({ displacement: null, source: 'DHS_2018' }, null)).toHaveLength(1)
    expect(messages({ displacement: null, source: 'MISC' }, null)).toEqual([])
    expect(messages({ displacement: 'none' }, null)).toEqual([])
    expect(messages({ displacement: null, source: 'SIM' }, null)).toEqual([])
  })
})
