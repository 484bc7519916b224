import { DISPLACEMENTS } from '#contract/surveys/displacement.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { hasColumn as hasLayerColumn } from '#common/town-warnings.ts'
import type { Diagnostics, Metrics } from '#service/modelling/diagnostics-types.ts'
import type { provenance } from '../run-layer/provenance.ts'
import type { nameSensitivity } from '../run-layer/sensitivity-names.ts'

type StoredMetrics = { [Figure in keyof Metrics]: number | null }
interface ValidationMetrics {
  train: StoredMetrics
  cv_random: StoredMetrics
  cv_block: StoredMetrics
  cv_block_without_covariates: StoredMetrics | null
}

/** diagnostics.json, as far as methods need it: JSON has null for a figure that is not finite. */
export type StoredDiagnostics = Omit<Diagnostics, keyof ValidationMetrics | 'prior_sensitivity'> &
  ValidationMetrics & { prior_sensitivity: ReturnType<typeof nameSensitivity> }

/** provenance.json. */
export type StoredProvenance = ReturnType<typeof provenance>

/** All that the methods of a job are written from. */
export interface MethodsRecord {
  report: JobReport
  diagnostics: StoredDiagnostics
  provenance: StoredProvenance
  /** Null for points that were attached to the submission, and if it was removed. */
  survey: Survey | null
  /** Of the submission; null without one. */
  project: ProjectTexts | null
}

export interface ProjectTexts {
  name: string
  client_name: string | null
  /** Empty where nobody stated them. */
  funding: string
  data_selection: string
  data_sharing: string
}

export const hasPopulation = ({ report }: MethodsRecord) =>
  typeof report.layer['population_band_id'] === 'number'

/** As the layer was computed; null: not known. */
export const displacementOf = ({ report }: MethodsRecord) =>
  DISPLACEMENTS.find((one) => one === report.layer['displacement']) ?? null

export const hasColumn = ({ report }: MethodsRecord, column: string): boolean =>
  hasLayerColumn(report.layer, column)

/** What the survey's weights and urban marks say. */
export const surveyedJob = ({ report, diagnostics }: MethodsRecord) => ({
  layer: report.layer,
  parameters: diagnostics.parameters,
  findings: diagnostics.findings,
})

/** Where to give what the survey does not say; `what` begins the sentence. */
export function surveyGap({ survey, report }: MethodsRecord, what: string): string {
  if (survey)
    return `${what} is not stated. Describe the survey '${survey.source} ${survey.source_wave}' in the Survey Catalog to state it.`
  return report.layer['survey_id'] === null
    ? `${what} is not stated: the points were attached to the submission. Import them into the Survey Catalog to describe them.`
    : `${what} is not stated, and the survey is no longer in the catalogue.`
}

/** The same for what a project states for all its jobs. */
export function projectGap({ project }: MethodsRecord, what: string): string {
  return project
    ? `${what} is not stated. Edit the project '${project.name}' to state it once for all its jobs.`
    : `${what} is not stated, and the submission belongs to no project. Move it to a project that states it.`
}
