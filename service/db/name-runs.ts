import { eq, inArray, sql } from '#drizzle'
import { type Run, runNames } from '#common/run-name.ts'
import type { Executor } from './client.ts'
import { countries, jobs, submissions } from './schema.ts'

export const rakingColumns = {
  rake_to: sql<number | null>`(${jobs.layer} ->> 'rake_to')::double precision`,
  raked_units: sql<number>`(select count(*)::int from jsonb_object_keys(${jobs.layer} #> '{rake_to_admin,figures}'))`,
}

/**
 * The names of jobs by id, distinguished from the jobs of their submissions with the same country and target. `adapt`
 * changes what a name is made of.
 */
export async function nameRuns(
  db: Executor,
  ids: readonly number[],
  adapt = (run: Run): Run => run,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const likely = sql`(${jobs.submission_id}, ${jobs.iso3_code}, ${jobs.target}) in (select
    ${jobs.submission_id}, ${jobs.iso3_code}, ${jobs.target} from ${jobs} where ${inArray(jobs.id, [...ids])})`
  const runs: Run[] = await db
    .select({
      id: jobs.id,
      submission_title: submissions.title,
      country: countries.name,
      target: jobs.target,
      source: jobs.source,
      source_wave: jobs.source_wave,
      round: jobs.round,
      method: jobs.method,
      stack_name: jobs.stack_name,
      stack_version: jobs.stack_version,
      seed: jobs.seed,
      ...rakingColumns,
      data_description: jobs.data_description,
    })
    .from(jobs)
    .innerJoin(submissions, eq(submissions.id, jobs.submission_id))
    .innerJoin(countries, eq(countries.iso3_code, jobs.iso3_code))
    .where(likely)
  return runNames(runs.map(adapt))
}
