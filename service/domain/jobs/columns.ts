import { sql } from '#drizzle'
import { rakingColumns } from '../../db/name-runs.ts'
import { personName } from '../../db/person-name.ts'
import { countries, jobs, submissions } from '../../db/schema.ts'
import { figureColumns } from './figure-columns.ts'
import { jobOwner } from './internal.ts'

/** The fields that change while a job runs. */
export const progressColumns = {
  id: jobs.id,
  submission_id: jobs.submission_id,
  status: jobs.status,
  step: jobs.step,
  fraction: jobs.fraction,
  reason: jobs.reason,
  attempt: jobs.attempt,
}

/** What the job models, from what, and how; countries must be joined. */
export const layerColumns = {
  iso3_code: jobs.iso3_code,
  country: countries.name,
  target: jobs.target,
  source: jobs.source,
  source_wave: jobs.source_wave,
  source_date: jobs.source_date,
  round: jobs.round,
  data_description: jobs.data_description,
  stack_name: jobs.stack_name,
  method: jobs.method,
}

export const jobColumns = {
  ...progressColumns,
  ...rakingColumns,
  stack_version: jobs.stack_version,
  job_key: jobs.job_key,
  submission_title: submissions.title,
  app_user_id: jobs.app_user_id,
  app_user_name: personName,
  owner_id: jobOwner,
  ...layerColumns,
  simulated: sql<boolean>`coalesce((select simulated from surveys where surveys.id = jobs.survey_id), false)`,
  final: jobs.final,
  superseded_by: jobs.superseded_by,
  all_adm_pass: jobs.all_adm_pass,
  is_overfit: jobs.is_overfit,
  verdict: jobs.verdict,
  ...figureColumns,
  datetime_submitted: jobs.datetime_submitted,
  datetime_started: jobs.datetime_started,
  datetime_finished: jobs.datetime_finished,
}
