import { DISPLACEMENTS } from '#contract/surveys/displacement.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { hasColumn as hasLayerColumn } from '#common/town-warnings.ts'
import type { BandFacts } from '../run-layer/layer-task.ts'
import type { ReadDiagnostics, ReadProvenance } from './read-records.ts'

/** All that the methods of a job are written from. */
export interface MethodsRecord {
  report: JobReport
  diagnostics: ReadDiagnostics
  provenance: ReadProvenance
  /** Null for points that were attached to the submission, and if it was removed. */
  survey: Survey | null
  /** Of the submission; null without one. */
  project: ProjectTexts | null
  /** What the catalogue says now of the covariates, by name, and of the population. */
  catalogue: { covariates: Record<string, BandFacts>; population: BandFacts | null }
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

/** What the survey's weights and urban marks say, as far as it is recorded. */
export const surveyedJob = ({ report, diagnostics }: MethodsRecord) => ({
  layer: report.layer,
  parameters: diagnostics.parameters ?? {},
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
