import { fitLayer } from '../../../modelling/fit-layer.ts'
import { threadedFolds } from '#service/modelling/validation/fold-pool.ts'
import type { LayerInput } from '../../../modelling/layer-types.ts'
import { readBand, type CellValues } from '#service/raster/cells/read.ts'
import { readUrban } from '../../surveys/points/read-urban.ts'
import { adminIndex } from './admin-index.ts'
import { countryShares } from './country-shares.ts'
import { displacementFindings, placesOfDisplaced } from './displaced-clusters.ts'
import type { LayerOutcome, LayerTask } from './layer-task.ts'
import { maskCells } from './mask-cells.ts'
import { closeBands, countryWindow, namingBand, openBands } from './open-bands.ts'
import { pickClusters } from './pick-clusters.ts'
import { rakeToOf } from './rake-to.ts'
import { reportPeople } from './report-people.ts'
import { sampleCovariates, samplePopulation, WITHIN_KM } from './sample-covariates.ts'
import { writeOutputs } from './outputs/write-outputs.ts'

interface ComputeHooks {
  progress: (step: string, fraction: number) => void
  log: (line: string) => void
}

/** Shares of the whole layer's progress: the inputs, then the engine, then the outputs. */
const FIT_FROM = 0.04
const FIT_TO = 0.96

/** From the inputs to outputs in the task's folder. Uses no database, and no clock in what it writes. */
export async function computeLayer(task: LayerTask, { progress, log }: ComputeHooks): Promise<LayerOutcome> {
  const started = performance.now()
  const { layer } = task
  progress('Reading the inputs', 0.01)
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
    const { survey } = task
    const surveyed = survey.cluster.length
    const urban = readUrban(survey)
    const places = await placesOfDisplaced(task, urban.urban, populationBand)
    const sampled = await sampleCovariates(bands, survey.longitude, survey.latitude, places)
    const clusters = pickClusters(survey, urban.urban, sampled.keep)
    log(`${clusters.id.length} of ${surveyed} clusters have covariates within 10 km.`)
    log(
      `${cells.index.length} cells on a grid of ${grid.width} × ${grid.height}; ${cells.withoutCovariates} more lack a covariate.`,
    )
    const admin = adminIndex(task.admin, grid, cells, clusters)
    const people = reportPeople(cells, admin)
    for (const line of people.log) log(line)
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
      admin,
    }
    const result = await fitLayer(
      input,
      {
        method: layer.method,
        folds: layer.folds,
        blockKm: layer.block_km,
        draws: layer.draws,
        seed: layer.seed,
        overfitGap: layer.overfit_gap,
        admMinClusters: layer.adm_min_clusters,
        exceedanceThreshold: layer.exceedance_threshold,
        urbanShare: layer.urban_share,
        rakeTo: rakeToOf(task),
      },
      {
        progress: (step, fraction) => progress(step, FIT_FROM + (FIT_TO - FIT_FROM) * fraction),
        mapFolds: threadedFolds(task.threads),
      },
    )
    const leftOut = surveyed - clusters.id.length
    const { findings } = result.diagnostics
    findings.unshift(...people.findings)
    findings.push(...displacementFindings(task, urban.urban, populationBand !== undefined))
    if (urban.problem)
      findings.unshift({
        kind: 'urban',
        message: `Row ${urban.problem.row} of the survey: ${urban.problem.message} Towns count as they were sampled.`,
      })
    if (leftOut > 0)
      findings.unshift({
        kind: 'left-out',
        message: `${leftOut} of ${surveyed} clusters have no value of some covariate within ${WITHIN_KM} km and were left out.`,
      })
    for (const { message } of findings) log(message)
    progress('Writing the outputs', FIT_TO)
    return await writeOutputs({
      task,
      result,
      grid,
      cells,
      admin: input.admin,
      counts: {
        clusters: surveyed,
        clusters_left_out: leftOut,
        cells: cells.index.length,
        cells_without_covariates: cells.withoutCovariates,
      },
      used: () => ({
        seconds: Math.round((performance.now() - started) / 10) / 100,
        peak_memory_mb: Math.round(process.resourceUsage().maxRSS / 1024),
      }),
    })
  } finally {
    await closeBands([...bands, ...population])
  }
}
