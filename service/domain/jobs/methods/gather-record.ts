import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { eq } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { clients, type Layer, projects, submissions, surveys } from '../../../db/schema.ts'
import { presentSurvey, selectSurveys } from '../../surveys/select-surveys.ts'
import type { MethodsRecord, ProjectTexts, StoredDiagnostics, StoredProvenance } from './methods-record.ts'

/** What the methods of a job are written from, besides its report and its provenance.json. */
export async function gatherRecord(
  db: Executor,
  report: JobReport,
  provenance: StoredProvenance,
): Promise<MethodsRecord> {
  const layer = report.layer as unknown as Layer
  return {
    report,
    diagnostics: report.diagnostics as StoredDiagnostics,
    provenance,
    survey: await surveyOf(db, layer.survey_id),
    project: await projectOf(db, report.submission_id),
  }
}

async function surveyOf(db: Executor, id: number | null): Promise<MethodsRecord['survey']> {
  if (id === null) return null
  const [row] = await selectSurveys(db).where(eq(surveys.id, id))
  return row ? presentSurvey(row) : null
}

async function projectOf(db: Executor, submissionId: number): Promise<ProjectTexts | null> {
  const { name, funding, data_selection, data_sharing } = projects
  const [project] = await db
    .select({ name, client_name: clients.name, funding, data_selection, data_sharing })
    .from(submissions)
    .innerJoin(projects, eq(projects.id, submissions.project_id))
    .leftJoin(clients, eq(clients.id, projects.client_id))
    .where(eq(submissions.id, submissionId))
  return project ?? null
}
