import { designWidth } from '#service/modelling/components/components.ts'
import { standardisationOf, withSplines } from '#service/modelling/components/standardisation.ts'
import { latticeAround } from '#service/modelling/components/surface/lattice.ts'
import { centreOf, localPlane, spherePoints } from '#service/modelling/numerics/sphere.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import type { CellData } from '#service/modelling/layer-types.ts'
import type { Posterior } from '#service/modelling/posterior/posterior.ts'
import { roundSurface } from '#service/modelling/posterior/round-surface.ts'

/** Cells of a square about Benin with random covariates, and a posterior over them. */
export function simulatedPosterior({ side = 12, draws = 60, covariates = 2, spacingKm = 40 } = {}) {
  const random = seededRandom(2, 1)
  const count = side * side
  const cells: CellData = {
    longitude: Float64Array.from({ length: count }, (_, i) => 1 + (2 * (i % side)) / side),
    latitude: Float64Array.from({ length: count }, (_, i) => 7 + (2 * Math.floor(i / side)) / side),
    covariates: Array.from({ length: covariates }, () =>
      Float64Array.from({ length: count }, () => random.normal()),
    ),
  }
  return { posterior: posteriorOver(cells, { draws, spacingKm }), cells }
}

/** A posterior of made-up draws whose lattice covers the cells. */
export function posteriorOver(
  { longitude, latitude, covariates }: CellData,
  { draws = 60, spacingKm = 40, usesDensity = false } = {},
): Posterior {
  const random = seededRandom(1, 1)
  const points = spherePoints(longitude, latitude)
  const centre = centreOf(points)
  const { x0, y0, columns, rows } = latticeAround(localPlane(points, centre), spacingKm, 2 * spacingKm)
  const every = Math.ceil(longitude.length / 500)
  const sample = covariates.map((values) => values.filter((_, cell) => cell % every === 0))
  const names = sample.map((_, c) => `covariate ${c}`)
  const standardisation = withSplines(standardisationOf(sample, names, true), sample)
  const normals = (length: number, sd: number) => Float64Array.from({ length }, () => sd * random.normal())
  const half = draws >> 1
  return {
    centre,
    lattice: { spacingKm, x0, y0, columns, rows },
    standardisation,
    usesDensity,
    draws,
    surface: roundSurface(normals(columns.length * draws, 0.7), draws),
    coefficients: normals(designWidth(standardisation) * draws, 0.4),
    groups: [
      { from: 0, to: half, clusterSd: 0.2 },
      { from: half, to: draws, clusterSd: 0.9 },
    ],
  }
}
