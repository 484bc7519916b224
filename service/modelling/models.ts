import { autoModel, gamModel, gpModel } from './gp-model.ts'
import type { Model } from './model.ts'
import type { Method } from './model-parameters.ts'

/** An implementation per method; a new method is a new entry. */
const MODELS: Record<Method, Model> = { auto: autoModel, gp: gpModel, gam: gamModel }

/** The implementation of a method, shared by all fits: it has no state. */
export const modelOf = (method: Method): Model => MODELS[method]
