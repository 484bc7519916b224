import type { Answer } from '#contract/endpoint.ts'
import { OUTPUT_TYPES } from '#contract/jobs/output-types.ts'
import type { getJobReport } from '#contract/jobs/jobs.ts'
import { asc, eq, inArray, type SQL } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { nameRuns } from '../../db/name-runs.ts'
import { files, job_outputs, jobs, place_group_versions, surveys } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { covariatesOf } from '../collections/covariates-of.ts'
import { namesOfInputs } from './names-of-inputs.ts'
import { readJobs } from './read-jobs.ts'
import { removedInputs } from './removed-inputs.ts'

type Report = Answer<typeof getJobReport>

/** A job with everything that its report shows. */
export const getReport = (db: Executor, jobKey: string): Promise<Report> =>
  readReport(db, eq(jobs.job_key, jobKey), `job '${jobKey}'`)

export async function readReport(db: Executor, which: SQL, what: string): Promise<Report> {
  const [more] = await db
    .select({
      id: jobs.id,
      layer: jobs.layer,
      surfaces: jobs.surfaces,
      diagnostics: jobs.diagnostics,
      note: surveys.note,
    })
    .from(jobs)
    .leftJoin(surveys, eq(surveys.id, jobs.survey_id))
    .where(which)
  const [job] = more ? await readJobs(db, [more.id]) : []
  if (!job) throw new ServiceError('not-found', sentence`There is no ${what}.`)
  const { bounds = null, ...surfaces } = more.surfaces ?? {}
  const names = await namesOfInputs(db, more.layer)
  return {
    ...job,
    run_name: (await nameRuns(db, [job.id])).get(job.id),
    layer: { ...more.layer },
    names,
    removed: await removedInputs(db, more.layer, names),
    note: more.note,
    bounds,
    surfaces: more.surfaces ? (surfaces as Report['surfaces']) : null,
    outputs: await outputsOf(db, more.id),
    place_groups: await placeGroupsOf(db, Object.values(more.layer.place_group_version_ids ?? {})),
    covariates: await covariatesOf(db, more.layer),
    diagnostics: more.diagnostics,
  }
}

async function outputsOf(db: Executor, jobId: number): Promise<Report['outputs']> {
  const rows = await db
    .select({
      type: job_outputs.type,
      name: files.name,
      media_type: files.media_type,
      size: files.size,
      sha256: files.sha256,
    })
    .from(job_outputs)
    .innerJoin(files, eq(files.id, job_outputs.file_id))
    .where(eq(job_outputs.job_id, jobId))
  return OUTPUT_TYPES.flatMap((type) =>
    rows.filter((row) => row.type === type).map((row) => ({ ...row, type })),
  )
}

async function placeGroupsOf(
  db: Executor,
  ids: (number | null | undefined)[],
): Promise<Report['place_groups']> {
  const wanted = ids.filter((id) => typeof id === 'number')
  if (wanted.length === 0) return []
  const { id, place_type, version } = place_group_versions
  return db
    .select({ version_id: id, place_type, version })
    .from(place_group_versions)
    .where(inArray(id, wanted))
    .orderBy(asc(place_type))
}
