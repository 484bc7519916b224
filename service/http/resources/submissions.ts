import type { FastifyRequest } from 'fastify'
import {
  cancelSubmission,
  downloadConfig,
  downloadSample,
  getSubmissionConfiguration,
  getSubmissionDifferences,
  moveSubmission,
  runAgain,
  runFile,
  validateConfiguration,
} from '#contract/submissions/submissions.ts'
import { cancelSubmission as cancelVerb } from '../../domain/submissions/cancel.ts'
import { downloadConfig as downloadConfigVerb } from '../../domain/submissions/download-config.ts'
import { getConfiguration } from '../../domain/submissions/get-configuration.ts'
import { getDifferences } from '../../domain/submissions/get-differences.ts'
import { move } from '../../domain/submissions/move.ts'
import { runAgain as runAgainVerb } from '../../domain/submissions/run-again.ts'
import { runFile as runFileVerb } from '../../domain/submissions/run-file.ts'
import { sample } from '../../domain/submissions/sample.ts'
import { validate } from '../../domain/submissions/validate.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { noteAudit } from '../record-calls.ts'
import { type ReceivedFile, type Route, route } from '../route.ts'

export const submissionsRoutes: Route[] = [
  route(downloadConfig, ({ params }, services) => downloadConfigVerb(services, params.id)),
  route(downloadSample, async ({ params }) => {
    const { content, ...about } = await sample(params.format)
    return {
      ...about,
      size: content.length,
      open: (range) => (range ? content.subarray(range.start, range.end + 1) : content),
    }
  }),
  route(validateConfiguration, ({ files, caller }, services) => {
    const { file, surveys } = sort(files)
    return validate(services, file, surveys, caller)
  }),
  route(runFile, ({ files, body, actor, request }, services) =>
    runFileVerb(services, {
      ...body,
      ...sort(files),
      idempotencyKey: idempotencyKeyOf(request),
      userId: actor.id,
      requestId: request.id,
    }),
  ),
  route(runAgain, ({ params, body, actor, request }, services) =>
    runAgainVerb(services, {
      ...body,
      id: params.id,
      idempotencyKey: idempotencyKeyOf(request),
      userId: actor.id,
      requestId: request.id,
    }),
  ),
  route(cancelSubmission, ({ params, actor }, { db }) => cancelVerb(db, actor, params.id)),
  route(moveSubmission, ({ params, body, actor, request }, { db }) =>
    move(db, actor, { ...params, ...body }, (detail) => noteAudit(request, { detail })),
  ),
  route(getSubmissionConfiguration, ({ params, caller }, services) =>
    getConfiguration(services, params.id, caller),
  ),
  route(getSubmissionDifferences, ({ params }, { db }) => getDifferences(db, params.id)),
]

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key.join(',') : key
}

function sort(files: readonly ReceivedFile[]) {
  const file = files.find(({ field }) => field === 'file')
  if (!file) throw new ServiceError('invalid', sentence`Choose a configuration: the field 'file' is missing.`)
  return { file, surveys: files.filter(({ field }) => field === 'surveys') }
}
