import { gpModel } from './gp-model.ts'
import type { Model } from './model.ts'
import type { LayerOptions } from './layer-types.ts'
import type { Method } from './model-parameters.ts'

/** An implementation per method; a new method is a new entry. */
const MODELS: Record<Method, Model> = { gp: gpModel }

export const modelOf = (method: Method): Model => MODELS[method]

/** The method in the layer; `auto` is the Gaussian process. */
export const methodOf = (asked: LayerOptions['method']): Method => (asked === 'auto' ? 'gp' : asked)
