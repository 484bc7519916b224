import type { Remedy } from '#contract/surveys/remedies.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { eq } from '#drizzle'
import type { Actor, Caller, Services } from '../../context.ts'
import { type PointsColumns, survey_clusters, surveys } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { requireOwner } from '../../require-owner.ts'
import { readPointsFile } from './load-points.ts'
import { getSurvey } from './select-surveys.ts'
import { storePoints } from './store-points.ts'
import { validateStored } from './validate-stored.ts'

/**
 * Reads the clusters of a survey from its file again, with these remedies and the current outlines. Places outside may stay, as
 * after an import before there were outlines. Layers keep the remedies that they were submitted with.
 */
export async function changeRemedies(
  services: Services,
  actor: Actor,
  id: number,
  names: readonly Remedy[],
  caller: Caller,
): Promise<Survey> {
  const survey = await getSurvey(services.db, id)
  requireOwner(actor, survey.created_by, `the survey ${id}`)
  const { file, result } = await validateStored(services, survey, names, caller)
  const { remedies } = result
  const columns = survey.columns as unknown as PointsColumns
  const points = await readPointsFile(
    services.files,
    { file, columns, remedies, reading: survey.reading },
    caller,
  )
  return transactionWithAudit(services.db, async (tx) => {
    await tx.select({ id: surveys.id }).from(surveys).where(eq(surveys.id, id)).for('update')
    await getSurvey(tx, id)
    await tx.delete(survey_clusters).where(eq(survey_clusters.survey_id, id))
    await storePoints(tx, id, points)
    await tx.update(surveys).set({ remedies, clusters: points.cluster.length }).where(eq(surveys.id, id))
    return getSurvey(tx, id)
  })
}
