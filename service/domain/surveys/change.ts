import type { Body } from '#contract/endpoint.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import type { changeSurvey } from '#contract/surveys/surveys.ts'
import { eq } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { surveys } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { requireOwner } from '../../require-owner.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { getSurvey } from './select-surveys.ts'

/** Changes what a survey says of itself, which no figure depends on. */
export const change = (
  db: Database,
  actor: Actor,
  id: number,
  description: Body<typeof changeSurvey>,
): Promise<Survey> =>
  transactionWithAudit(db, async (tx) => {
    const { created_by } = await getSurvey(tx, id)
    if (Object.keys(description).length === 0)
      throw new ServiceError(
        'invalid',
        sentence`Say what to change: indicator_definition, age_group, period, source_url or licence.`,
      )
    requireOwner(actor, created_by, `the survey ${id}`)
    await tx.update(surveys).set(description).where(eq(surveys.id, id))
    return getSurvey(tx, id)
  })
