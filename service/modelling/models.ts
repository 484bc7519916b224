import { gaussianProcess } from './gp-model.ts'
import type { Model } from './model.ts'
import type { FittedMethod, Method } from './model-parameters.ts'

/** Clusters from which `auto` has curves. Where effects are straight, their penalty shrinks them to lines. */
const CURVES_FROM = 150

/** An implementation per method; a new method is a new entry. */
const MODELS: Record<FittedMethod, Model> = { gp: gaussianProcess('gp'), gam: gaussianProcess('gam') }

/** The implementation of a method, shared by all fits: it has no state. */
export const modelOf = (method: FittedMethod): Model => MODELS[method]

/** What `auto` stands for, by the number of clusters in the survey, not in the training set of a fold. */
export const methodFor = (method: Method, clusters: number): FittedMethod =>
  method === 'auto' ? (clusters >= CURVES_FROM ? 'gam' : 'gp') : method
