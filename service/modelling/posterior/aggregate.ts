import { samplingDensity } from '../inference/sampling-density.ts'
import type { LayerInput, UrbanShare } from '../layer-types.ts'
import { withUrban } from '../survey/urban.ts'
import type { AdminEstimate, AdminUnits } from '../units/admin-types.ts'
import { estimateLevels } from '../units/estimate-levels.ts'
import { findRaking, raked } from '../units/raking.ts'
import type { RakeTo, Raking } from '../units/raking-types.ts'
import { sumUnits } from '../units/unit-draws.ts'
import { drawCells } from './draw-cells.ts'
import type { Posterior } from './posterior.ts'

interface Question {
  /** Estimates are of their units. */
  levels: readonly AdminUnits[]
  /** People of each cell by whom prevalence is weighted; the model's own towns stay those of the layer. */
  population: Float64Array | null
  urbanShare: UrbanShare
  admMinClusters: number
  exceedanceThreshold: number | null
  /** By units of the layer, or the nation. */
  rakeTo: RakeTo | null
}

/**
 * What a layer would say of other units: estimates by level, from its posterior and its own input. With the levels,
 * population and raking that the layer had, they are the layer's estimates to the last digit.
 */
export async function aggregate(
  posterior: Posterior,
  input: LayerInput,
  { levels, population, urbanShare, rakeTo, ...options }: Question,
  report: (share: number) => void = () => {},
): Promise<{ estimates: AdminEstimate[]; raking: Raking | null }> {
  const { input: complete } = withUrban(input, urbanShare)
  const { clusters } = complete
  const { draws } = posterior
  const density = posterior.usesDensity ? samplingDensity(clusters, complete.cells) : null
  const cells = { ...complete.cells, population, ...(density && { samplingDensity: density.cells }) }
  const fit = { drawCells: drawCells.bind(null, posterior) }
  const passes = rakeTo ? 2 : 1
  const pass = (number: number) => ({
    draws,
    seed: 0,
    pause: async (share: number) => report((number + share) / passes),
  })
  // Figures to rake to may be of the layer's own units.
  const others = rakeTo && rakeTo.level > 0 ? input.admin.filter((level) => !levels.includes(level)) : []
  const raking = rakeTo
    ? await findRaking(fit, cells, rakeTo, [...others, ...levels, nation(input)], pass(0))
    : null
  const units = sumUnits(levels, draws, population)
  const places = raking ? null : cellsIn(levels)
  const source = raking ? raked(fit, raking) : fit
  await source.drawCells(places ? cellsAt(cells, places) : cells, {
    ...pass(passes - 1),
    visit: (cell, p) => units.add(places ? places[cell] : cell, p),
  })
  const ofLevels = raking && {
    ...raking,
    unraked: raking.unraked.slice(others.length, others.length + levels.length),
  }
  const estimates = estimateLevels(
    levels,
    units.means(),
    { clusters, cells },
    { draws, ...options },
    ofLevels,
  )
  return { estimates, raking }
}

const nation = ({ cells, clusters }: LayerInput): AdminUnits => ({
  level: 0,
  unitCount: 1,
  cellUnit: new Int32Array(cells.longitude.length),
  clusterUnit: new Int32Array(clusters.id.length),
})

/** Cells of any unit: a small polygon needs few. */
const cellsIn = (levels: readonly AdminUnits[]): Int32Array =>
  Int32Array.from(levels[0].cellUnit.keys()).filter((cell) =>
    levels.some(({ cellUnit }) => cellUnit[cell] >= 0),
  )

function cellsAt<Cells extends LayerInput['cells']>(cells: Cells, at: Int32Array) {
  const pick = (values: Float64Array) => Float64Array.from(at, (cell) => values[cell])
  return {
    longitude: pick(cells.longitude),
    latitude: pick(cells.latitude),
    covariates: cells.covariates.map(pick),
    ...(cells.samplingDensity && { samplingDensity: pick(cells.samplingDensity) }),
  }
}
