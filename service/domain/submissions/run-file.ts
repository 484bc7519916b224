import { CONFIGURATION_MAX_BYTES, POINTS_MAX_BYTES, type Submission } from '#contract/submissions.ts'
import { eq } from 'drizzle-orm'
import { MEDIA_TYPES } from '../../configuration/parse.ts'
import type { Services } from '../../context.ts'
import { projects, submissions } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { insertFile, type Keep, keepingFiles } from '../assets/keep-file.ts'
import type { SentFile } from '../configuration/find-survey.ts'
import { judgeConfiguration, type JudgedConfiguration } from '../configuration/judge-configuration.ts'
import { claim, digestBody, findFormer, inFlight, type Intent, record, requireKey } from './idempotency.ts'
import { insertJobs } from './insert-jobs.ts'
import { findSubmission } from './list.ts'

export interface RunFile {
  title: string
  project_id?: number
  file: SentFile
  surveys: readonly SentFile[]
  idempotencyKey?: string
  userId: number
  /** Of the call; it follows the layers into the worker's log. */
  requestId?: string
}

const MAX_TOLD = 200
/** Sends that this process works on: a twin is told at once, before anything is read. */
const working = new Set<string>()

/** Judges a configuration, stores its files and queues one job a layer: all of it or nothing. */
export async function runFile(services: Services, input: RunFile): Promise<Submission> {
  if (input.idempotencyKey === undefined) return submit(services, input, null)
  const intent: Intent = {
    userId: input.userId,
    key: requireKey(input.idempotencyKey),
    bodySha256: digestBody([
      input.title,
      String(input.project_id ?? ''),
      ...[input.file, ...input.surveys].flatMap(({ name, content }) => [name, content]),
    ]),
  }
  const former = await findFormer(services.db, intent)
  if (former !== null) return firstAnswer(services, former)
  const name = `${intent.userId}/${intent.key}`
  if (working.has(name)) throw inFlight()
  working.add(name)
  try {
    return await submit(services, input, intent)
  } finally {
    working.delete(name)
  }
}

async function submit(services: Services, input: RunFile, intent: Intent | null): Promise<Submission> {
  await requireProject(services, input.project_id)
  const judged = await judgeConfiguration(services, input.file.content, input.surveys)
  requireSound(judged)
  const id = await keepingFiles(services.files, async (keep) => {
    const kept = await keepAll(keep, input, judged)
    return transaction(services.db, async (tx) => {
      if (intent) {
        // A twin may have finished since this one began: its submission is the answer, and these files go.
        const former = await claim(tx, intent)
        if (former !== null) throw new FormerSubmission(former)
      }
      const pointsFileIds = new Map<string, number>()
      for (const { sent, file } of kept.points) {
        pointsFileIds.set(sent, await insertFile(tx, file, input.userId))
      }
      const [submission] = await tx
        .insert(submissions)
        .values({
          title: input.title,
          app_user_id: input.userId,
          project_id: input.project_id ?? null,
          config_file_id: await insertFile(tx, kept.configuration, input.userId),
        })
        .returning({ id: submissions.id })
      const jobIds = await insertJobs(tx, judged.layers, {
        submissionId: submission.id,
        userId: input.userId,
        pointsFileIds,
      })
      for (const jobId of jobIds) await services.queue.sendRunLayer(tx, jobId, input.requestId)
      if (intent) await record(tx, intent, submission.id)
      return submission.id
    })
  }).catch((error: unknown) => {
    if (error instanceof FormerSubmission) return error.id
    throw error
  })
  return firstAnswer(services, id)
}

class FormerSubmission extends Error {
  readonly id: number
  constructor(id: number) {
    super(`Submission ${id} was made by the same send.`)
    this.id = id
  }
}

async function requireProject({ db }: Services, id: number | undefined): Promise<void> {
  if (id === undefined) return
  const [project] = await db.select({ id: projects.id }).from(projects).where(eq(projects.id, id))
  if (project) return
  const message = `There is no project ${id}.`
  throw new ServiceError('invalid', message, { errors: [{ field: 'project_id', message }] })
}

function requireSound({ errors, judgement }: JudgedConfiguration): void {
  if (errors.length === 0) return
  const told = judgement.findings.filter(({ severity }) => severity === 'error').slice(0, MAX_TOLD)
  throw new ServiceError(
    'invalid',
    `The configuration has ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}; nothing was queued.`,
    {
      errors: told.map(({ row, column, message, help }) => ({
        row,
        column,
        message,
        ...(help ? { help } : {}),
      })),
    },
  )
}

async function keepAll(keep: Keep, input: RunFile, { layers, format }: JudgedConfiguration) {
  const configuration = await keep('configurations', input.file.content, {
    name: input.file.name,
    mediaType: MEDIA_TYPES[format],
    maxBytes: CONFIGURATION_MAX_BYTES,
  })
  const used = new Set(layers.map(({ pointsFile }) => pointsFile))
  const points: { sent: string; file: Awaited<ReturnType<Keep>> }[] = []
  for (const { name, content } of input.surveys) {
    if (!used.has(name)) continue
    const file = await keep('points', content, {
      name,
      mediaType: 'text/csv; charset=utf-8',
      maxBytes: POINTS_MAX_BYTES,
    })
    points.push({ sent: name, file })
  }
  return { configuration, points }
}

/** What the first send was answered, also when its jobs run by now: a repeated send gets the same body. */
async function firstAnswer({ db }: Services, id: number): Promise<Submission> {
  const submission = await findSubmission(db, id)
  if (!submission) throw new ServiceError('not-found', `There is no submission ${id}.`)
  return {
    ...submission,
    status: 'pending',
    counts: { pending: submission.layers, running: 0, completed: 0, failed: 0, cancelled: 0 },
  }
}
