import { expit } from '#service/modelling/likelihood/likelihood.ts'
import { logisticNormalMean } from '#service/modelling/likelihood/predictive.ts'
import { type Random, seededRandom } from '#service/modelling/numerics/random.ts'
import { spherePoints } from '#service/modelling/numerics/sphere.ts'
import type { LayerInput } from '#service/modelling/layer-types.ts'

export interface CountryShape {
  clusters: number
  columns: number
  rows: number
  units: number
  seed: number
  spatialSd?: number
  lengthScaleKm?: number
  clusterSd?: number
}

export interface SimulatedCountry {
  input: LayerInput
  /** True prevalence at the cells, the cluster effect integrated out. */
  truth: Float64Array
  /** True population-weighted mean of each unit. */
  unitTruth: Float64Array
}

/** A Gaussian field with Matérn-3/2 covariance and unit variance, by random Fourier features (Rahimi and Recht 2007). */
export function fieldAt(
  points: Float64Array,
  lengthScaleKm: number,
  features: number,
  random: Random,
): Float64Array {
  const field = new Float64Array(points.length / 3)
  const amplitude = Math.sqrt(2 / features)
  for (let feature = 0; feature < features; feature++) {
    // The spectral measure is a multivariate t with 3 degrees of freedom and scale 1/rho.
    const chi = random.normal() ** 2 + random.normal() ** 2 + random.normal() ** 2
    const scale = Math.sqrt(3 / chi) / lengthScaleKm
    const wave = [random.normal() * scale, random.normal() * scale, random.normal() * scale]
    const phase = 2 * Math.PI * random.uniform()
    for (let i = 0; i < field.length; i++) {
      field[i] +=
        amplitude *
        Math.cos(wave[0] * points[3 * i] + wave[1] * points[3 * i + 1] + wave[2] * points[3 * i + 2] + phase)
    }
  }
  return field
}

/** A country between 3–14 °E and 4.5–13.5 °N with known truth: cells on a lattice, units around random seeds. */
export function simulateCountry(shape: CountryShape): SimulatedCountry {
  const { clusters, columns, rows, units, seed } = shape
  const features = 1500
  const random = seededRandom(seed, 11)
  const cells = columns * rows
  const longitude = new Float64Array(cells + clusters)
  const latitude = new Float64Array(cells + clusters)
  for (let cell = 0; cell < cells; cell++) {
    longitude[cell] = 3 + (11 * ((cell % columns) + 0.5)) / columns
    latitude[cell] = 13.5 - (9 * (Math.floor(cell / columns) + 0.5)) / rows
  }
  const home = Int32Array.from({ length: clusters }, () => random.below(cells))
  for (let i = 0; i < clusters; i++) {
    longitude[cells + i] = longitude[home[i]] + ((random.uniform() - 0.5) * 11) / columns
    latitude[cells + i] = latitude[home[i]] + ((random.uniform() - 0.5) * 9) / rows
  }
  const points = spherePoints(longitude, latitude)
  const relief = fieldAt(points, 250, features, random)
  const remoteness = fieldAt(points, 80, features, random).map((value) => Math.exp(3 + value))
  const settled = fieldAt(points, 60, features, random)
  const spatial = fieldAt(points, shape.lengthScaleKm ?? 120, features, random)
  const eta = spatial.map(
    (g, i) => -0.6 + 0.3 * relief[i] + 0.25 * Math.log(remoteness[i] / 20) + (shape.spatialSd ?? 0.5) * g,
  )
  const population = Float64Array.from({ length: cells }, (_, cell) => Math.exp(6 + 1.2 * settled[cell]))

  const seats = Int32Array.from({ length: units }, () => random.below(cells))
  const unit = new Int32Array(cells)
  for (let cell = 0; cell < cells; cell++) {
    let closest = Infinity
    seats.forEach((seat, index) => {
      const distance = (longitude[cell] - longitude[seat]) ** 2 + (latitude[cell] - latitude[seat]) ** 2
      if (distance < closest) {
        closest = distance
        unit[cell] = index
      }
    })
  }
  const denominator = new Float64Array(clusters)
  const numerator = new Float64Array(clusters)
  for (let i = 0; i < clusters; i++) {
    denominator[i] = 15 + random.below(20)
    const p = expit(eta[cells + i] + (shape.clusterSd ?? 0.3) * random.normal())
    for (let trial = 0; trial < denominator[i]; trial++) if (random.uniform() < p) numerator[i]++
  }
  const truth = eta.slice(0, cells).map((value) => logisticNormalMean(value, shape.clusterSd ?? 0.3))
  const sums = new Float64Array(units)
  const people = new Float64Array(units)
  for (let cell = 0; cell < cells; cell++) {
    sums[unit[cell]] += population[cell] * truth[cell]
    people[unit[cell]] += population[cell]
  }
  const atCells = (values: Float64Array) => values.slice(0, cells)
  const atClusters = (values: Float64Array) => values.slice(cells)
  return {
    input: {
      clusters: {
        id: Array.from({ length: clusters }, (_, index) => `c${index + 1}`),
        longitude: atClusters(longitude),
        latitude: atClusters(latitude),
        numerator,
        denominator,
        weight: new Float64Array(clusters).fill(1),
        stratum: Array.from({ length: clusters }, () => null),
        urban: null,
      },
      covariateNames: ['relief', 'remoteness'],
      covariatesAtClusters: [atClusters(relief), atClusters(remoteness)],
      cells: {
        longitude: atCells(longitude),
        latitude: atCells(latitude),
        covariates: [atCells(relief), atCells(remoteness)],
        population,
      },
      admin: [{ level: 1, unitCount: units, cellUnit: unit, clusterUnit: home.map((cell) => unit[cell]) }],
    },
    truth,
    unitTruth: sums.map((sum, index) => sum / people[index]),
  }
}
