import { admUnit } from '#contract/jobs/adm-unit.ts'
import type { AggregateResult } from '../../db/schema.ts'
import { aggregate } from '../../modelling/posterior/aggregate.ts'
import { decodePosterior } from '../../modelling/posterior/posterior-file.ts'
import type { AdminUnits, SubnationalEstimate } from '../../modelling/units/admin-types.ts'
import { rakedUnits } from '../../modelling/units/raking.ts'
import type { Raking, RakeTo } from '../../modelling/units/raking-types.ts'
import { admRows } from '../jobs/run-layer/adm-and-clusters.ts'
import { countryShares } from '../jobs/run-layer/country-shares.ts'
import type { AdmRow, InputBand } from '../jobs/run-layer/layer-task.ts'
import { closeBands, openBands } from '../jobs/run-layer/open-bands.ts'
import { provenance } from '../jobs/run-layer/provenance.ts'
import { rakedColumns, rakeToOf } from '../jobs/run-layer/rake-to.ts'
import { countsOf, readLayer, type ReadLayer } from '../jobs/run-layer/read-layer.ts'
import { samplePopulation } from '../jobs/run-layer/sample-covariates.ts'
import type { AggregateTask } from './aggregate-task.ts'
import { indexUnits } from './index-units.ts'
import { requireSameInputs } from './same-inputs.ts'

/** Of the work before cells are drawn. */
const READ = 0.2

/** Figures of the units of the task from the layer's posterior and its inputs, which must be as they were. */
export async function aggregateLayer(
  task: AggregateTask,
  file: Uint8Array,
  report: (fraction: number) => void = () => {},
): Promise<AggregateResult> {
  const { posterior, about } = decodePosterior(file)
  const read = await readLayer(task.layer)
  requireSameInputs(about, provenance(task.layer, countsOf(read)), task.layer)
  report(READ)
  const { layer } = task.layer
  const rakeTo = rakeToIn(task)
  const { names, levels } = indexUnits(task, read)
  const { estimates, raking } = await aggregate(
    posterior,
    read.input,
    {
      levels,
      rakeTo,
      population: await populationOf(task, read),
      urbanShare: layer.urban_share,
      admMinClusters: layer.adm_min_clusters,
      exceedanceThreshold: task.threshold,
    },
    (share) => report(READ + (1 - READ) * share),
  )
  const rows = admRows(names, estimates as SubnationalEstimate[])
  return {
    units: rows.map((row) => admUnit.parse(row)),
    threshold: task.threshold,
    raked: raking && labels(rows, raking, levels, levels === read.input.admin),
  }
}

function rakeToIn({ layer, rake_to: figure }: AggregateTask): RakeTo | null {
  if (figure === undefined) return rakeToOf(layer)
  return figure === null
    ? null
    : { level: 0, figures: [{ unit: 0, name: 'the country', prevalence: figure }] }
}

/** Other units than the layer's have no given figure of their own. */
function labels(rows: readonly AdmRow[], raking: Raking, levels: AdminUnits[], areOwn: boolean) {
  if (areOwn || raking.level === 0) return rakedColumns(rows, raking, levels)
  return rows.map(({ level, position }) => {
    const { cellUnit } = levels.find((one) => one.level === level)!
    return { raked: rakedUnits(raking, cellUnit).has(position), raked_to: null }
  })
}

/** People of each cell of the layer. */
async function populationOf(
  { population, layer }: AggregateTask,
  read: ReadLayer,
): Promise<Float64Array | null> {
  if (population === 'layer') return read.cells.population
  return population && peopleOf(population, layer.country.units, read)
}

async function peopleOf(
  band: InputBand,
  country: AggregateTask['layer']['country']['units'],
  { grid, cells }: ReadLayer,
): Promise<Float64Array> {
  const open = await openBands([band])
  try {
    const areas = country.map(({ area }) => area)
    const { population, people } = await countryShares(grid, areas, (x, y) => samplePopulation(open[0], x, y))
    return Float64Array.from(cells.index, (cell) => population[cell] * people[cell])
  } finally {
    await closeBands(open)
  }
}
