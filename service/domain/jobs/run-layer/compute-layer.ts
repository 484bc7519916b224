import { fitLayer } from '../../../modelling/fit-layer.ts'
import { withFoldThreads } from '#service/modelling/validation/fold-pool.ts'
import { displacementFindings } from './displaced-clusters.ts'
import type { LayerOutcome, LayerTask } from './layer-task.ts'
import { rakeToOf } from './rake-to.ts'
import { countsOf, readLayer } from './read-layer.ts'
import { reportPeople } from './report-people.ts'
import { WITHIN_KM } from './sample-covariates.ts'
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
  const { input, grid, cells, urban, surveyed } = await readLayer(task)
  const clusters = input.clusters.id.length
  log(`${clusters} of ${surveyed} clusters have covariates within 10 km.`)
  log(
    `${cells.index.length} cells on a grid of ${grid.width} × ${grid.height}; ${cells.withoutCovariates} more lack a covariate.`,
  )
  const people = reportPeople(cells, input.admin)
  for (const line of people.log) log(line)
  const result = await withFoldThreads(task.threads, (mapFolds) =>
    fitLayer(
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
        mapFolds,
      },
    ),
  )
  const leftOut = surveyed - clusters
  const { findings } = result.diagnostics
  findings.unshift(...people.findings)
  findings.push(...displacementFindings(task, urban.urban, task.population !== null))
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
  return writeOutputs({
    task,
    result,
    grid,
    cells,
    admin: input.admin,
    counts: countsOf({ surveyed, input, cells }),
    used: () => ({
      seconds: Math.round((performance.now() - started) / 10) / 100,
      peak_memory_mb: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  })
}
