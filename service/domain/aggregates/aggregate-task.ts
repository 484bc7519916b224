import type { AggregateRequest } from '#contract/jobs/aggregates.ts'
import type { StoredVersion } from '../../files/file-store.ts'
import { type AdminUnits, type InputBand, type LayerTask, rastersOf } from '../jobs/run-layer/layer-task.ts'

/** All that figures of other units are computed from besides the posterior; plain data, which crosses to another process. */
export interface AggregateTask extends Pick<AggregateRequest, 'unions' | 'rake_to'> {
  layer: LayerTask
  /** Null: the layer's own. */
  outlines: OtherOutlines | null
  /** Null: all cells weigh the same. */
  population: InputBand | 'layer' | null
  threshold: number | null
}

export interface OtherOutlines {
  level: 1 | 2
  units: AdminUnits['units']
  /** Whether they cover the country, so that each of its people is in some unit. */
  isWhole: boolean
}

export const rastersToRead = ({ layer, population }: AggregateTask): StoredVersion[] => [
  ...rastersOf(layer),
  ...(population === null || population === 'layer' ? [] : [population.stored]),
]
