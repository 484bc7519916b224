import { eq } from '#drizzle'
import type { LayerDraft } from './layer-draft.ts'
import type { Executor } from '../../db/client.ts'
import { files, jobs, type Layer } from '../../db/schema.ts'
import { cellError, memo, type CellFinding } from './cell-findings.ts'

interface PreviousJob {
  status: string
  layer: Layer
  pointsSha256: string | null
}

const SAME = ['iso3_code', 'target', 'source', 'source_wave', 'round'] as const

/** The job that a layer improves must exist, be completed, have the same layer, and differ in its computation. */
export function improvesValidator(db: Executor) {
  const previous = memo<PreviousJob | null>()
  return async (
    draft: LayerDraft,
    layer: Layer | null,
    pointsSha256: string | null,
  ): Promise<CellFinding[]> => {
    const { improves: id } = draft
    if (id === null) return []
    const job = await previous(String(id), async () => {
      const [row] = await db
        .select({ status: jobs.status, layer: jobs.layer, pointsSha256: files.sha256 })
        .from(jobs)
        .leftJoin(files, eq(files.id, jobs.points_file_id))
        .where(eq(jobs.id, id))
      return row ?? null
    })
    if (!job)
      return [
        cellError(
          'improves',
          `There is no job ${id}.`,
          'Write the id of a completed job, or leave the cell empty.',
        ),
      ]
    if (job.status !== 'completed') {
      return [cellError('improves', `Job ${id} is ${job.status}; only a completed job can be improved.`)]
    }
    const differing = SAME.filter((key) => draft[key] !== null && draft[key] !== job.layer[key])
    if (differing.length > 0) {
      const parts = differing.map((key) => `${key} '${job.layer[key]}' instead of '${draft[key]}'`)
      return [
        cellError(
          'improves',
          `Job ${id} is of another layer: ${parts.join(', ')}.`,
          'A job can be improved only by the same country, target, source, wave and round.',
        ),
      ]
    }
    if (layer && job.pointsSha256 === pointsSha256 && computed(layer) === computed(job.layer)) {
      return [
        cellError(
          'improves',
          `Job ${id} already has this exact configuration.`,
          'Change the values that should improve, or remove the row.',
        ),
      ]
    }
    return []
  }
}

/** What determines the result, in a fixed order; text, tags and `improves` only describe it. */
function computed(layer: Layer): string {
  const { tags: _, improves: __, data_description: ___, ...rest } = layer
  return JSON.stringify(rest, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
