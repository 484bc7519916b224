import type { BriefKind, BriefLanguage } from '#contract/jobs/briefs.ts'
import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import type { MethodsRecord } from '../jobs/methods/methods-record.ts'
import type { MapValues } from './map/map-values.ts'

/** All that a document is written from; plain data, which crosses to another process. */
export interface BriefRecord {
  kind: BriefKind
  language: BriefLanguage
  /** Of the units that have a sheet each; null for other kinds. */
  level: 1 | 2 | null
  brand: string
  record: MethodsRecord
  units: AdmUnit[]
  /** Null for a job without maps. */
  map: MapValues | null
  /** The level of the outlines that come with it as GeoJSON, one geometry per line; null without units. */
  outlines: { level: 1 | 2; codes: string[] } | null
  clusters: ClusterPlace[]
}

export interface ClusterPlace {
  cluster: string
  longitude: number
  latitude: number
  numerator: number
  denominator: number
  observed: number
  fitted: number | null
}
