import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as tracker from '#contract/layer-tracker.ts'
import { callApi } from './api.server.ts'

export const fetchTrackerWorkbooks = createServerFn({ method: 'GET' }).handler(() =>
  callApi(tracker.listTrackerWorkbooks, { query: { limit: 1000 } }),
)
export const trackerWorkbooksQuery = queryOptions({
  queryKey: ['layer-tracker', 'workbooks'],
  queryFn: () => fetchTrackerWorkbooks(),
})

export const createTrackerWorkbook = createServerFn({ method: 'POST' })
  .validator(tracker.createTrackerWorkbook.body)
  .handler(({ data }) => callApi(tracker.createTrackerWorkbook, { body: data }))

export const previewTracker = createServerFn({ method: 'POST' })
  .validator(tracker.previewLayerTracker.body)
  .handler(({ data }) => callApi(tracker.previewLayerTracker, { body: data }))

export const addToTracker = createServerFn({ method: 'POST' })
  .validator(tracker.addToLayerTracker.body)
  .handler(({ data }) => callApi(tracker.addToLayerTracker, { body: data }))
