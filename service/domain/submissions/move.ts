import { eq, sql } from '#drizzle'
import { isOwnerOrAdmin } from '#contract/accounts/owners.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { submissions } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { noSuchProject } from './create.ts'
import { findSubmission } from './list.ts'

/** Moves a submission to another project, or out of its project, for its owner or an admin. `note` is for the audit. */
export async function move(
  db: Database,
  actor: Actor,
  { id, project_id }: { id: number; project_id: number | null },
  note: (detail: string) => void,
): Promise<Submission> {
  const ofSubmission = eq(submissions.id, id)
  const moved = await transactionWithAudit(db, async (tx) => {
    const [submission] = await tx
      .select({
        owner_id: sql<number>`coalesce(${submissions.owner_id}, ${submissions.app_user_id})`,
        project_id: submissions.project_id,
      })
      .from(submissions)
      .where(ofSubmission)
      .for('update')
    if (!submission) return undefined
    if (!isOwnerOrAdmin(actor, submission.owner_id)) {
      throw new ServiceError(
        'forbidden',
        sentence`Only the person who sent a submission, or an admin, can move it to another project.`,
      )
    }
    await tx.update(submissions).set({ project_id }).where(ofSubmission)
    note(`from ${formatProject(submission.project_id)} to ${formatProject(project_id)}`)
    return findSubmission(tx, id)
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === 'submissions_project_id_fkey') throw noSuchProject(project_id)
    throw error
  })
  if (!moved) throw new ServiceError('not-found', sentence`There is no submission ${id}.`)
  return moved
}

const formatProject = (id: number | null) => (id === null ? 'no project' : `projects:${id}`)
