import { counted } from '#common/counted.ts'
import { count, desc, eq } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { files, jobs, surveys } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { dropLoose, releaseFile } from '../../files/loose-files.ts'
import { requireOwner } from '../../require-owner.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { getSurvey } from './select-surveys.ts'
import { formatSurvey } from './format-survey.ts'

const MOST_NAMED = 5

/** Deletes a survey, its points and its file, if no layer uses it. */
export async function remove(services: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  const { words, key } = await transactionWithAudit(services.db, async (tx) => {
    // A concurrent submission of the survey waits, and then finds it deleted.
    const [row] = await tx
      .select({ file_id: surveys.file_id })
      .from(surveys)
      .where(eq(surveys.id, id))
      .for('update')
    const survey = await getSurvey(tx, id)
    requireOwner(actor, survey.created_by, `the survey ${id}`)
    const words = formatSurvey(survey, survey.country)
    const { total, keys } = await findLayers(tx, id)
    if (total > 0)
      throw new ServiceError(
        'conflict',
        sentence`The survey of ${words} is used by ${inWords(total, keys)}.`,
        {
          errors: keys.map((jobKey) => ({ message: `The layer ${jobKey} uses it.` })),
        },
      )
    // Its points go with it.
    await tx.delete(surveys).where(eq(surveys.id, id))
    const [file] = await tx.delete(files).where(eq(files.id, row.file_id)).returning({ key: files.key })
    await releaseFile(tx, file.key)
    return { words, key: file.key }
  })
  await dropLoose(services, [key])
  return { msg: `The survey of ${words} was deleted.` }
}

/** The number of layers that were modelled from the survey, or will be, and the keys of the newest. */
async function findLayers(db: Executor, id: number): Promise<{ total: number; keys: string[] }> {
  const uses = eq(jobs.survey_id, id)
  const [{ total }] = await db.select({ total: count() }).from(jobs).where(uses)
  const newest = await db
    .select({ id: jobs.id, job_key: jobs.job_key })
    .from(jobs)
    .where(uses)
    .orderBy(desc(jobs.id))
    .limit(MOST_NAMED)
  return { total, keys: newest.map((job) => job.job_key ?? String(job.id)) }
}

/** '7 layers: a, b, c, d, e and 2 more' */
const inWords = (total: number, keys: readonly string[]) =>
  `${counted(total, 'layer')}: ${keys.join(', ')}${
    total > keys.length ? ` and ${total - keys.length} more` : ''
  }`
