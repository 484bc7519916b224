import { counted } from '#common/counted.ts'
import { type Submission } from '#contract/submissions/submission-list.ts'
import { CONFIGURATION_MAX_BYTES, POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import { eq } from '#drizzle'
import { MEDIA_TYPES, pointsMediaType } from '../../tables/format-of.ts'
import type { Services } from '../../context.ts'
import type { SubmissionChanges } from '../../db/schema/submissions.ts'
import { projects, submissions } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { insertFile, type Keep, type KeptFile, keepingFiles } from '../../files/keep-file.ts'
import type { SentFile } from '../configuration/find-survey.ts'
import type { ValidatedConfiguration } from '../configuration/validate-configuration.ts'
import { sendLayers } from '../jobs/run-layer/send-layers.ts'
import { holdInputs } from './hold-inputs.ts'
import { claim, type Intent, record } from './idempotency.ts'
import { insertJobs } from './insert-jobs.ts'
import { findSubmission } from './list.ts'

interface NewSubmission {
  title: string
  projectId: number | null
  userId: number
  /** The call's id; it follows the layers into the worker's log. */
  requestId?: string
  intent: Intent | null
  validated: ValidatedConfiguration
  /** A file to store, or one that is already stored. */
  configuration: SentFile | { fileId: number }
  /** Points files by the names under which layers refer to them: to store, or already stored. */
  points: ReadonlyMap<string, Buffer | { fileId: number }>
  parent?: { id: number; changes: SubmissionChanges }
}

/** Stores the files of validated layers and queues one job per layer: all of it or nothing. */
export async function createSubmission(services: Services, input: NewSubmission): Promise<Submission> {
  const { id } = await keepingFiles(services, async (keep) => {
    const kept = await keepAll(keep, input)
    return transactionWithAudit(services.db, async (tx) => {
      if (input.intent) {
        // A duplicate may have finished since this one began: its submission is the answer, and these files are
        // removed.
        const previous = await claim(tx, input.intent)
        if (previous !== null) throw new PreviousSubmission(previous)
      }
      await holdInputs(tx, input.validated.layers)
      const idOf = (file: KeptFile | { fileId: number }) =>
        'fileId' in file ? file.fileId : insertFile(tx, file, input.userId)
      const pointsFileIds = new Map<string, number>()
      for (const [name, file] of kept.points) pointsFileIds.set(name, await idOf(file))
      const [submission] = await tx
        .insert(submissions)
        .values({
          title: input.title,
          app_user_id: input.userId,
          project_id: input.projectId,
          parent_id: input.parent?.id,
          changes: input.parent?.changes,
          config_file_id: await idOf(kept.configuration),
        })
        .returning({ id: submissions.id })
      const jobIds = await insertJobs(tx, input.validated.layers, {
        submissionId: submission.id,
        userId: input.userId,
        pointsFileIds,
      })
      await sendLayers(services.queue, tx, jobIds, input.requestId)
      if (input.intent) await record(tx, input.intent, submission.id)
      return submission
    })
  }).catch((error: unknown) => {
    if (error instanceof PreviousSubmission) return { id: error.id }
    // Deleted since it was checked.
    if (brokenConstraint(error) === 'submissions_project_id_fkey') throw noSuchProject(input.projectId)
    throw error
  })
  return firstAnswer(services, id)
}

class PreviousSubmission extends Error {
  readonly id: number
  constructor(id: number) {
    super(`Submission ${id} was created by the same request.`)
    this.id = id
  }
}

async function keepAll(keep: Keep, { validated, configuration, points }: NewSubmission) {
  const kept =
    'fileId' in configuration
      ? configuration
      : await keep('configurations', configuration.content, {
          name: configuration.name,
          mediaType: MEDIA_TYPES[validated.format],
          maxBytes: CONFIGURATION_MAX_BYTES,
        })
  const used = new Set(validated.layers.map(({ pointsFile }) => pointsFile))
  const keptPoints = new Map<string, KeptFile | { fileId: number }>()
  for (const [name, file] of points) {
    if (!used.has(name)) continue
    if ('fileId' in file) {
      keptPoints.set(name, file)
      continue
    }
    const about = { name, mediaType: pointsMediaType(file), maxBytes: POINTS_MAX_BYTES }
    keptPoints.set(name, await keep('points', file, about))
  }
  return { configuration: kept, points: keptPoints }
}

export async function requireProject({ db }: Services, id: number | undefined): Promise<void> {
  if (id === undefined) return
  const [project] = await db.select({ id: projects.id }).from(projects).where(eq(projects.id, id))
  if (!project) throw noSuchProject(id)
}

export function noSuchProject(id: number | null): ServiceError {
  const message = sentence`There is no project ${id}.`
  return new ServiceError('invalid', message, { field: 'project_id' })
}

const MAX_LISTED = 200

export function requireNoErrors({ errors, validation }: ValidatedConfiguration): void {
  if (errors.length === 0) return
  const listed = validation.findings.filter(({ severity }) => severity === 'error').slice(0, MAX_LISTED)
  throw new ServiceError(
    'invalid',
    sentence`The configuration has ${counted(errors.length, 'error')}; nothing was queued.`,
    {
      errors: listed.map(({ row, column, message, help }) => ({
        row,
        column,
        message,
        ...(help ? { help } : {}),
      })),
    },
  )
}

/** The first request's answer, even if its jobs are running by now: a repeated request gets the same body. */
export async function firstAnswer({ db }: Pick<Services, 'db'>, id: number): Promise<Submission> {
  const submission = await findSubmission(db, id)
  if (!submission) throw new ServiceError('not-found', sentence`There is no submission ${id}.`)
  return {
    ...submission,
    status: 'pending',
    counts: { pending: submission.layers, running: 0, completed: 0, failed: 0, cancelled: 0 },
  }
}
