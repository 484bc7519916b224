import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Layer, removed_inputs } from '../../db/schema.ts'

const KINDS = { survey_id: 'survey', collection_id: 'collection', population_band_id: 'band' } as const

/** Which of the records that a layer has by id were removed, and when, by their columns. */
export async function removedInputs(
  db: Executor,
  layer: Layer,
  names: JobReport['names'],
): Promise<JobReport['removed']> {
  const removed: JobReport['removed'] = {}
  for (const column of Object.keys(names).filter((name) => names[name] === null)) {
    const [field, level] = column.split('.')
    const outlines = layer.place_group_version_ids as Record<string, number | null | undefined>
    const [kind, id] =
      level === undefined
        ? [KINDS[field as keyof typeof KINDS], layer[field as keyof typeof KINDS]]
        : ['outlines', outlines[level]]
    const [row] = await db
      .select({ name: removed_inputs.name, removed_at: removed_inputs.removed_at })
      .from(removed_inputs)
      .where(and(eq(removed_inputs.kind, kind), eq(removed_inputs.id, id as number)))
    if (row) removed[column] = { name: row.name, removed_at: row.removed_at.toISOString() }
  }
  return removed
}
