import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { and, asc, eq } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import {
  assets,
  bands,
  clients,
  collection_bands,
  type Layer,
  projects,
  submissions,
  surveys,
} from '../../../db/schema.ts'
import { chooseYears } from '../../collections/choose-years.ts'
import { presentSurvey, selectSurveys } from '../../surveys/select-surveys.ts'
import { bandFactColumns, bandFacts } from '../run-layer/band-facts.ts'
import type { BandFacts } from '../run-layer/layer-task.ts'
import type { MethodsRecord, ProjectTexts } from './methods-record.ts'
import { readDiagnostics, readProvenance } from './read-records.ts'

/** What the methods of a job are written from, besides its report and its provenance.json. */
export async function gatherRecord(
  db: Executor,
  report: JobReport,
  provenance: unknown,
): Promise<MethodsRecord> {
  const layer = report.layer as unknown as Layer
  return {
    report,
    diagnostics: readDiagnostics(report.diagnostics),
    provenance: readProvenance(provenance),
    survey: await surveyOf(db, layer.survey_id),
    project: await projectOf(db, report.submission_id),
    catalogue: {
      covariates: await covariatesNow(db, layer),
      population: await populationNow(db, layer.population_band_id),
    },
  }
}

async function surveyOf(db: Executor, id: number | null | undefined): Promise<MethodsRecord['survey']> {
  if (typeof id !== 'number') return null
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

async function covariatesNow(db: Executor, layer: Layer): Promise<Record<string, BandFacts>> {
  if (typeof layer.collection_id !== 'number') return {}
  const { series, year } = collection_bands
  const rows = await db
    .select({ name: bands.name, series, year, facts: bandFactColumns })
    .from(collection_bands)
    .innerJoin(bands, eq(bands.id, collection_bands.band_id))
    .innerJoin(assets, eq(assets.id, bands.asset_id))
    .where(
      and(
        eq(collection_bands.collection_id, layer.collection_id),
        eq(collection_bands.version, layer.stack_version ?? 1),
      ),
    )
    .orderBy(asc(collection_bands.position))
  return Object.fromEntries(
    chooseYears(rows, layer.covariate_year ?? null).map((row) => [
      row.series ?? row.name,
      bandFacts({ ...row.facts, year: row.year ?? row.facts.year }),
    ]),
  )
}

async function populationNow(db: Executor, id: number | null | undefined): Promise<BandFacts | null> {
  if (typeof id !== 'number') return null
  const [row] = await db
    .select(bandFactColumns)
    .from(bands)
    .innerJoin(assets, eq(assets.id, bands.asset_id))
    .where(eq(bands.id, id))
  return row ? bandFacts(row) : null
}
