import { createServerFn } from '@tanstack/react-start'
import * as inspections from '#contract/inspections.ts'
import { callApi } from './api.server.ts'

export const fetchInspection = createServerFn({ method: 'GET' })
  .validator(inspections.getInspection.params)
  .handler(({ data }) => callApi(inspections.getInspection, { params: data }))

export const deleteInspection = createServerFn({ method: 'POST' })
  .validator(inspections.deleteInspection.params)
  .handler(({ data }) => callApi(inspections.deleteInspection, { params: data }))
