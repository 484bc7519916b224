/** Given prevalences of the nation (level 0, one figure) or of some units of an admin level. */
export interface RakeTo {
  level: 0 | 1 | 2
  figures: readonly { unit: number; name: string; prevalence: number }[]
}

interface RakedFigure {
  unit: number
  name: string
  /** The given prevalence. */
  target: number
  /** Prevalence of the model, mean of the draws. */
  modelled: number
  /** Added to the logit of every draw at every cell of the unit. */
  shift: number
}

export interface Raking {
  level: RakeTo['level']
  figures: RakedFigure[]
  /** Index in `figures` of each cell, -1 for cells that are not raked. */
  cellFigure: Int32Array
  /** Names of units without a cell where people live: their figures cannot be used. */
  unused: string[]
  /** The model's own prevalence of each unit of each level, mean of the draws; NaN where no one lives. */
  unraked: Float64Array[]
  /** Its draws: unit u, draw d at [u·draws + d]. */
  unrakedDraws: Float64Array[]
}
