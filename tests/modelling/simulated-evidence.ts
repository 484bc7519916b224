import { latentShape } from '#service/modelling/components/latent-shape.ts'
import { logPrior, priorSlopes } from '#service/modelling/components/components.ts'
import { latticeAround } from '#service/modelling/components/surface/lattice.ts'
import { fieldOf, placesOn } from '#service/modelling/inference/field.ts'
import { LatentModel } from '#service/modelling/inference/latent-model.ts'
import { centreOf, localPlane } from '#service/modelling/numerics/sphere.ts'
import { simulateCountry } from './simulated-country.ts'

/** A simulated survey with two curves on a lattice, and the log evidence of theta without theta's priors. */
export function simulatedEvidence(clusters: number, spacingKm: number) {
  const { input } = simulateCountry({ clusters, columns: 30, rows: 25, units: 1, seed: 3 })
  const data = { ...input.clusters, covariates: input.covariatesAtClusters }
  const shape = latentShape(data, input.covariateNames, true, { curves: true })
  const plane = localPlane(shape.points, centreOf(shape.points))
  const field = fieldOf(latticeAround(plane, spacingKm, 100))
  const places = placesOn(field, plane)
  const model = new LatentModel(shape, field, places)
  return {
    data,
    shape,
    field,
    places,
    value: (theta: Float64Array) => model.mode(theta).logMarginal,
    /** Called twice, it starts the second time from the mode, whose curvature it then has to working precision. */
    evaluate(theta: Float64Array) {
      const { value, gradient } = model.evaluate(theta)!
      const slopes = priorSlopes(theta, shape.priors)
      return {
        value: value - logPrior(theta, shape.priors),
        gradient: gradient.map((slope, index) => slope - slopes[index]),
      }
    },
  }
}
