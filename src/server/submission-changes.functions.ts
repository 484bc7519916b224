import { createServerFn } from '@tanstack/react-start'
import * as submissions from '#contract/submissions.ts'
import { callApi } from './api.server.ts'

export const cancelSubmission = createServerFn({ method: 'POST' })
  .validator(submissions.cancelSubmission.params)
  .handler(({ data }) => callApi(submissions.cancelSubmission, { params: data }))

export const moveSubmission = createServerFn({ method: 'POST' })
  .validator(submissions.moveSubmission.params.extend(submissions.moveSubmission.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(submissions.moveSubmission, { params: { id }, body }))
