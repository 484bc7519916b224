import { type Component, logNormalPrior } from './component.ts'
import { splineRow } from './splines.ts'

/** Prior median of the sd of a covariate's curve about its line. */
export const PRIOR_CURVE_SD = 0.2

/** A penalised spline about the line of each covariate that has one; its sd over the clusters is a parameter. */
export const curves: Component = {
  parameters: ({ splines }) => splines.map(() => logNormalPrior(PRIOR_CURVE_SD)),
  coefficients: ({ splines }) =>
    splines.flatMap(({ columns }, parameter) => Array.from({ length: columns }, () => ({ parameter }))),
  write(x, { splines }, row, at) {
    let from = at
    for (const spline of splines) {
      splineRow(spline, x[spline.covariate], row, from)
      from += spline.columns
    }
  },
}
