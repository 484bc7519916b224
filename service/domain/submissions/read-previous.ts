import { CONFIGURATION_MAX_BYTES, POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import { eq, inArray, sql } from '#drizzle'
import { TableError } from '../../tables/table-error.ts'
import type { TableRow } from '../configuration/configuration-table.ts'
import type { Services } from '../../context.ts'
import { collections, files, jobs, submissions } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { readConfiguration } from '../configuration/read-configuration.ts'

export interface PreviousLayer {
  row: number
  cells: TableRow['cells']
  job: { id: number; status: string; points_file_id: number | null }
  /** The version of the collection that the job used, if the cells do not say it and there is a newer one. */
  olderVersion: number | null
}

export interface PreviousSubmission {
  id: number
  title: string
  projectId: number | null
  configuration: { fileId: number; name: string; content: Buffer }
  layers: PreviousLayer[]
}

/** A submission with its parsed configuration: each row with its job. */
export async function readPrevious({ db, files: store }: Services, id: number): Promise<PreviousSubmission> {
  const [found] = await db
    .select({
      title: submissions.title,
      projectId: submissions.project_id,
      fileId: files.id,
      key: files.key,
      name: files.name,
    })
    .from(submissions)
    .innerJoin(files, eq(files.id, submissions.config_file_id))
    .where(eq(submissions.id, id))
  if (!found) throw new ServiceError('not-found', sentence`There is no submission ${id}.`)
  const rows = await db
    .select({
      id: jobs.id,
      row: jobs.config_row,
      status: jobs.status,
      points_file_id: jobs.points_file_id,
      version: jobs.stack_version,
      current: collections.version,
    })
    .from(jobs)
    .leftJoin(collections, eq(collections.id, sql`(${jobs.layer} ->> 'collection_id')::int`))
    .where(eq(jobs.submission_id, id))
  const jobOf = new Map(rows.map((job) => [job.row, job]))
  const content = await store.readAll(found.key, { maxBytes: CONFIGURATION_MAX_BYTES })
  const table = await readConfiguration(content, '', { personId: null }).catch((error: unknown) => {
    if (!(error instanceof TableError)) throw error
    throw new ServiceError(
      'conflict',
      sentence`The configuration of submission ${id} cannot be read: ${error.message}`,
    )
  })
  const layers = table.rows.flatMap(({ row, cells }) => {
    const found = jobOf.get(row)
    if (!found) return []
    const { id: jobId, status, points_file_id, version, current } = found
    const job = { id: jobId, status, points_file_id }
    const isOlder = cells.stack_version === undefined && current !== null && version < current
    return [{ row, cells, job, olderVersion: isOlder ? version : null }]
  })
  return {
    id,
    title: found.title,
    projectId: found.projectId,
    configuration: { fileId: found.fileId, name: found.name, content },
    layers,
  }
}

/** The points files attached for these layers, under the names that their rows use. */
export async function readPreviousPoints(
  { db, files: store }: Services,
  layers: readonly PreviousLayer[],
): Promise<Map<string, { fileId: number; content: Buffer }>> {
  const names = new Map<string, number>()
  for (const { cells, job } of layers) {
    if (cells.survey !== undefined && job.points_file_id !== null) names.set(cells.survey, job.points_file_id)
  }
  if (names.size === 0) return new Map()
  const rows = await db
    .select({ id: files.id, key: files.key })
    .from(files)
    .where(inArray(files.id, [...names.values()]))
  const keys = new Map(rows.map((file) => [file.id, file.key]))
  const read = new Map<string, { fileId: number; content: Buffer }>()
  const seen = new Set<string>()
  for (const [name, fileId] of names) {
    // File names are case-insensitive: two spellings mean the same file.
    if (seen.has(name.toLowerCase())) continue
    seen.add(name.toLowerCase())
    const key = keys.get(fileId) as string
    read.set(name, { fileId, content: await store.readAll(key, { maxBytes: POINTS_MAX_BYTES }) })
  }
  return read
}
