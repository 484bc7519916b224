import { cellAreas, farCells, farKm } from '../diagnostics/coverage-finding.ts'
import { beyondClusters } from '../diagnostics/findings.ts'
import type { LayerInput } from '../layer-types.ts'

/**
 * 1 for cells of which the survey says little: far from any cluster, or with a covariate far outside its values at the
 * clusters. `input` without the urban stratum.
 */
export function extrapolatedCells(input: LayerInput): Uint8Array {
  const { clusters, cells, covariatesAtClusters } = input
  const area = cellAreas(cells)
  const extrapolated = area
    ? farCells(clusters, cells, farKm(area, clusters.id.length))
    : new Uint8Array(cells.longitude.length)
  cells.covariates.forEach((values, covariate) => {
    const isBeyond = beyondClusters(covariatesAtClusters[covariate])
    values.forEach((value, cell) => {
      if (isBeyond(value)) extrapolated[cell] = 1
    })
  })
  return extrapolated
}

/** People of each cell or, without a population, its area in km²; 1 if the cells lie on one line. */
export const cellWeights = ({ cells }: LayerInput): Float64Array =>
  cells.population ?? cellAreas(cells) ?? new Float64Array(cells.longitude.length).fill(1)
