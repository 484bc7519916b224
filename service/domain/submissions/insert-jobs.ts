import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { job_tags, jobs } from '../../db/schema.ts'
import type { ResolvedLayer } from '../configuration/validate-against-catalogues.ts'
import { ensureTags } from '../tags/ensure.ts'
import { jobKeyPrefix } from './job-key.ts'

const CHUNK = 200

/** One pending job per layer, in row order; returns their ids in that order. */
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

async function tagJobs(
  tx: Executor,
  layers: readonly ResolvedLayer[],
  ids: readonly number[],
): Promise<void> {
  const all = await ensureTags(
    tx,
    layers.flatMap(({ layer }) => layer.tags),
  )
  const pairs = layers.flatMap(({ layer }, i) =>
    layer.tags.flatMap((name) => {
      const tagId = all.get(name)
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
