import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import { type FileType, OUTPUTS } from '#contract/jobs/output-types.ts'
import type { VerdictLevel } from '#contract/jobs/verdict.ts'
import type { Area } from '../../../geometry/point-in-polygon.ts'
import type { StoredVersion } from '../../../files/file-store.ts'
import type { Layer, Surfaces, jobs } from '../../../db/schema.ts'
import type { SurveyPoints } from '../../surveys/survey-points.ts'

/** Identifies an input file, wherever it is. */
export interface InputFile {
  name: string
  sha256: string
}

export interface InputBand extends InputFile {
  stored: StoredVersion
  /** Counts from 1. */
  bandIndex: number
  /** As catalogued; what is not known is absent. */
  about?: BandFacts
}

export interface BandFacts {
  year?: number
  unit?: string
  source?: string
  description?: string
  /** Where the raster was fetched from. */
  url?: string
  /** Height of a cell. */
  resolution_m?: number
}

export interface AdminUnits {
  place_type: 'adm0' | 'adm1' | 'adm2'
  version: string
  units: { code: string; name: string; area: Area }[]
}

/** All that a layer needs, as plain data: it is sent from the worker to the computing process. */
export interface LayerTask {
  layer: Layer
  points: InputFile
  survey: SurveyPoints
  bands: InputBand[]
  population: InputBand | null
  /** Units that make up the country; the first available of adm0, adm1, adm2. */
  country: AdminUnits
  /** Admin units by level, for the levels that the layer requests. */
  admin: (AdminUnits & { level: 1 | 2 })[]
  /** An empty folder for the outputs. */
  folder: string
  threads: number
  /** The commit that the deployment states. */
  commit?: string | undefined
}

export const rastersOf = ({ bands, population }: Pick<LayerTask, 'bands' | 'population'>): StoredVersion[] =>
  [...bands, ...(population ? [population] : [])].map(({ stored }) => stored)

export type AdmRow = AdmUnit & { level: 1 | 2; position: number }

/** The computing process's result; its files are in the task's folder under the names of OUTPUTS. */
export interface LayerOutcome {
  written: Exclude<FileType, 'log' | 'methods'>[]
  adm: AdmRow[]
  surfaces: Surfaces
  diagnostics: Record<string, unknown>
  allAdmPass: boolean | null
  isOverfit: boolean | null
  verdict: VerdictLevel
}

export type ClaimedJob = Pick<
  typeof jobs.$inferSelect,
  'id' | 'attempt' | 'job_key' | 'layer' | 'survey_id' | 'points_file_id' | 'app_user_id'
>

/** An output's key in the file store; the attempt separates a late worker from the output of another. */
export const outputKey = (jobId: number, attempt: number, type: FileType) =>
  `jobs/${jobId}/${attempt}/${OUTPUTS[type].file}`
