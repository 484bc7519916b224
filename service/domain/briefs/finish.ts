import { and, eq, inArray } from '#drizzle'
import type { Services } from '../../context.ts'
import { briefs } from '../../db/schema.ts'
import { insertFile, keepingFiles } from '../../files/keep-file.ts'
import { ChildFailure } from '../../isolation/child-failure.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { FORMATS } from './formats.ts'
import { gatherBrief } from './gather-brief.ts'
import { composeInChild } from './run-brief.ts'

/** Of the work before the document itself is written. */
const GATHERED = 0.3

/**
 * Writes a document that was requested: afterwards there is a file, or the reason why not.
 * @throws temporary errors, such as an unavailable file store; the status stays 'writing'
 */
export async function finishBrief(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  const unfinished = and(eq(briefs.id, id), inArray(briefs.status, ['received', 'writing']))
  const [brief] = await db
    .update(briefs)
    .set({ status: 'writing', fraction: 0 })
    .where(unfinished)
    .returning()
  if (!brief) return
  const show = (fraction: number) =>
    db
      .update(briefs)
      .set({ fraction })
      .where(and(eq(briefs.id, id), eq(briefs.status, 'writing')))
  try {
    const caller = { personId: brief.created_by, signal }
    const gathered = await gatherBrief(services, brief, caller)
    await show(GATHERED)
    const content = await composeInChild(gathered, {
      signal,
      onProgress: (fraction) => void show(GATHERED + fraction * (1 - GATHERED)).catch(() => {}),
    })
    const { extension, mediaType } = FORMATS[brief.kind]
    const name = `${gathered.record.record.report.job_key}-${brief.kind}-${brief.language}.${extension}`
    await keepingFiles(services, async (keep) => {
      const file = await keep('briefs', content, { name, mediaType })
      await db.transaction(async (tx) => {
        const file_id = await insertFile(tx, file, brief.created_by)
        const done = await tx
          .update(briefs)
          .set({ status: 'ready', fraction: null, file_id })
          .where(unfinished)
          .returning({ id: briefs.id })
        if (done.length === 0)
          throw new ServiceError('conflict', sentence`The brief ${id} was deleted meanwhile.`)
      })
    })
  } catch (error) {
    const reason = signal.aborted ? null : reasonOf(error)
    if (reason === null) throw error
    services.log.warn({ err: error, brief: id }, 'a brief could not be written')
    await db.update(briefs).set({ status: 'failed', fraction: null, reason }).where(unfinished)
  }
}

const PASSING = ['unavailable', 'no-storage', 'too-many']

/** One sentence if trying again would not help; null: it may pass. */
function reasonOf(error: unknown): string | null {
  if (error instanceof ServiceError) return PASSING.includes(error.kind) ? null : error.message
  return error instanceof ChildFailure ? 'The document is too large to be written.' : null
}
