import type { LayerInput } from '#service/modelling/layer-types.ts'
import { readBand, type CellValues } from '#service/raster/cells/read.ts'
import type { Grid } from '#service/raster/grid.ts'
import { readUrban } from '../../surveys/points/read-urban.ts'
import { adminIndex } from './admin-index.ts'
import { countryShares } from './country-shares.ts'
import { placesOfDisplaced } from './displaced-clusters.ts'
import type { LayerTask } from './layer-task.ts'
import { type MaskedCells, maskCells } from './mask-cells.ts'
import { closeBands, countryWindow, namingBand, openBands } from './open-bands.ts'
import { pickClusters } from './pick-clusters.ts'
import { sampleCovariates, samplePopulation } from './sample-covariates.ts'

export interface ReadLayer {
  input: LayerInput
  grid: Grid
  cells: MaskedCells
  urban: ReturnType<typeof readUrban>
  /** Clusters of the survey, with those that are left out. */
  surveyed: number
}

/** The engine's input, from the rasters, outlines and clusters of a layer. */
export async function readLayer(task: LayerTask): Promise<ReadLayer> {
  const { layer, survey } = task
  const bands = await openBands(task.bands)
  const population = task.population ? await openBands([task.population]) : []
  try {
    const areas = task.country.units.map(({ area }) => area)
    const { window, grid } = countryWindow(bands[0].file.info, areas)
    const covariates: CellValues[] = []
    for (const band of bands)
      covariates.push(await namingBand(band, () => readBand(band.file, band.bandIndex, window)))
    const [populationBand] = population
    const shares = populationBand
      ? await countryShares(grid, areas, (x, y) => samplePopulation(populationBand, x, y))
      : null
    const cells = maskCells(grid, areas, covariates, shares)
    const urban = readUrban(survey)
    const places = await placesOfDisplaced(task, urban.urban, populationBand)
    const sampled = await sampleCovariates(bands, survey.longitude, survey.latitude, places)
    const clusters = pickClusters(survey, urban.urban, sampled.keep)
    const input: LayerInput = {
      clusters,
      displacement: layer.displacement,
      covariateNames: bands.map(({ name }) => name),
      covariatesAtClusters: sampled.values,
      cells: {
        longitude: cells.longitude,
        latitude: cells.latitude,
        covariates: covariates.map((values) => Float64Array.from(cells.index, (cell) => values[cell])),
        population: cells.population,
        ...(cells.shares && { shares: cells.shares }),
      },
      admin: adminIndex(task.admin, grid, cells, clusters),
    }
    return { input, grid, cells, urban, surveyed: survey.cluster.length }
  } finally {
    await closeBands([...bands, ...population])
  }
}

/** As `provenance` has them. */
export const countsOf = ({ surveyed, input, cells }: Pick<ReadLayer, 'surveyed' | 'input' | 'cells'>) => ({
  clusters: surveyed,
  clusters_left_out: surveyed - input.clusters.id.length,
  cells: cells.index.length,
  cells_without_covariates: cells.withoutCovariates,
})
