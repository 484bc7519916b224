import { inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { job_tags, jobs, tags } from '../../db/schema.ts'
import type { ResolvedLayer } from '../configuration/judge-against-catalogues.ts'
import { jobKeyPrefix } from './job-key.ts'

const CHUNK = 200

/** One pending job a layer, in the order of the rows; answers their ids in that order. */
export async function insertJobs(
  tx: Executor,
  layers: readonly ResolvedLayer[],
  about: { submissionId: number; userId: number; pointsFileIds: ReadonlyMap<string, number> },
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < layers.length; from += CHUNK) {
    const part = layers.slice(from, from + CHUNK)
    const rows = await tx
      .insert(jobs)
      .values(
        part.map(({ row, layer, pointsFile }) => ({
          submission_id: about.submissionId,
          app_user_id: about.userId,
          config_row: row,
          iso3_code: layer.iso3_code,
          target: layer.target,
          source: layer.source,
          source_wave: layer.source_wave,
          source_date: layer.source_date,
          round: layer.round,
          data_description: layer.data_description,
          stack_name: layer.stack_name,
          method: layer.method,
          layer,
          survey_id: layer.survey_id,
          points_file_id: pointsFile === null ? null : about.pointsFileIds.get(pointsFile),
          improves_job_id: layer.improves,
        })),
      )
      .returning({ id: jobs.id, row: jobs.config_row })
    const byRow = new Map(rows.map(({ id, row }) => [row, id]))
    const keyed = part.map(({ row, layer }) => {
      const id = byRow.get(row) as number
      return { id, key: `${jobKeyPrefix(layer)}-${id}` }
    })
    await tx.execute(
      sql`update ${jobs} set job_key = keyed.key from (values ${sql.join(
        keyed.map(({ id, key }) => sql`(${id}::int, ${key}::text)`),
        sql`, `,
      )}) as keyed (id, key) where ${jobs.id} = keyed.id`,
    )
    ids.push(...keyed.map(({ id }) => id))
  }
  await tagJobs(tx, layers, ids)
  return ids
}

/** Tags are one whatever their case; new ones are made as they are written. */
async function tagJobs(
  tx: Executor,
  layers: readonly ResolvedLayer[],
  ids: readonly number[],
): Promise<void> {
  const names = new Map<string, string>()
  for (const { layer } of layers) {
    for (const name of layer.tags) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  if (names.size === 0) return
  // Sorted, so that two submissions that make the same tags never wait for each other crosswise.
  const sorted = [...names.values()].sort()
  await tx
    .insert(tags)
    .values(sorted.map((name) => ({ name })))
    .onConflictDoNothing()
  const lower = sql<string>`lower(${tags.name})`
  const known = await tx
    .select({ id: tags.id, lower })
    .from(tags)
    .where(
      inArray(
        lower,
        sorted.map((name) => sql`lower(${name})`),
      ),
    )
  const all = new Map(known.map((tag) => [tag.lower, tag.id]))
  const pairs = layers.flatMap(({ layer }, i) =>
    layer.tags.flatMap((name) => {
      const tagId = all.get(name.toLowerCase())
      return tagId === undefined ? [] : [{ job_id: ids[i], tag_id: tagId }]
    }),
  )
  for (let from = 0; from < pairs.length; from += 2000) {
    await tx
      .insert(job_tags)
      .values(pairs.slice(from, from + 2000))
      .onConflictDoNothing()
  }
}
