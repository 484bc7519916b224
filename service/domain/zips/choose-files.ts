import { OUTPUT_TYPES } from '#contract/jobs/output-types.ts'
import { EXCLUDED_FROM_ZIPS } from '#contract/zips.ts'
import { and, inArray, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import type { ZipFile } from '../../db/schema/job-records.ts'
import { files, job_outputs, jobs } from '../../db/schema.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { entryPaths } from './entry-paths.ts'

const MAX_LISTED = 100

/** These jobs' outputs except the excluded ones, in a fixed order; rejected as a whole if one job has none yet. */
export async function chooseFiles(
  db: Executor,
  jobIds: readonly number[],
  excluded: readonly string[],
): Promise<ZipFile[]> {
  const wanted = [...new Set(jobIds)].sort((a, b) => a - b)
  const found = await db
    .select({ id: jobs.id, job_key: jobs.job_key, status: jobs.status })
    .from(jobs)
    .where(inArray(jobs.id, wanted))
  const known = new Map(found.map((job) => [job.id, job]))
  reject(
    'not-found',
    wanted.filter((id) => !known.has(id)).map((id) => `There is no job ${id}.`),
  )
  reject(
    'conflict',
    found
      .filter(({ status }) => status !== 'completed')
      .map(({ id, status }) => `Job ${id} is ${status}; only completed jobs have files to download.`),
  )
  const outputs = await db
    .select({
      job_id: job_outputs.job_id,
      type: job_outputs.type,
      file_id: files.id,
      name: files.name,
      key: files.key,
      size: files.size,
      sha256: files.sha256,
    })
    .from(job_outputs)
    .innerJoin(files, eq(files.id, job_outputs.file_id))
    .where(and(inArray(job_outputs.job_id, wanted), inArray(job_outputs.type, [...OUTPUT_TYPES])))
  const ends = [EXCLUDED_FROM_ZIPS, ...excluded].map((end) => end.toLowerCase())
  const order = new Map<string, number>(OUTPUT_TYPES.map((type, i) => [type, i]))
  const chosen = outputs
    .filter(({ name }) => !ends.some((end) => name.toLowerCase().endsWith(end)))
    .sort((a, b) => a.job_id - b.job_id || order.get(a.type)! - order.get(b.type)!)
  if (chosen.length === 0) reject('invalid', ['There is nothing to download: every file is excluded.'])
  const paths = entryPaths(
    chosen.map(({ job_id, name }) => ({ folder: known.get(job_id)?.job_key ?? `job-${job_id}`, name })),
  )
  return chosen.map(({ file_id, key, size, sha256 }, i) => ({ path: paths[i], file_id, key, size, sha256 }))
}

const GENERAL = {
  'not-found': sentence`Not all of the jobs exist.`,
  conflict: sentence`Only completed jobs have files to download.`,
  invalid: sentence`There is nothing to download: every file is excluded.`,
}

function reject(kind: keyof typeof GENERAL, messages: string[]): void {
  if (messages.length === 0) return
  throw new ServiceError(kind, foreign(messages[0], GENERAL[kind]), {
    errors: messages.slice(0, MAX_LISTED).map((message) => ({ field: 'job_ids', message })),
  })
}
