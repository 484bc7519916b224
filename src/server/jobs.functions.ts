import * as final from '#contract/jobs/final.ts'
import * as outputs from '#contract/jobs/job-outputs.ts'
import * as jobs from '#contract/jobs/jobs.ts'
import * as tracker from '#contract/layer-tracker.ts'
import type { Query } from '#contract/endpoint.ts'
import { type ComparedSurface, getJobDifference } from '#contract/viewing/job-difference.ts'
import { getJobMethods } from '#contract/jobs/job-methods.ts'
import type { OutputType, Surface } from '#contract/jobs/output-types.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { linkJobOutput, linkJobTiles } from '#contract/accounts/signed-links.ts'
import { callApi } from './http/api.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { ApiError, orNull } from '~/api/api-error.ts'

export const fetchJobs = createServerFn({ method: 'GET' })
  .validator(jobs.listJobs.query)
  .handler(({ data }) => callApi(jobs.listJobs, { query: data }))

/** The previous page stays while the next one loads. */
export const jobsQuery = (query: Query<typeof jobs.listJobs>) =>
  queryOptions({
    queryKey: ['jobs', 'list', query],
    queryFn: ({ signal }) => fetchJobs({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchStatuses = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.listStatuses, {}))
export const statusesQuery = queryOptions({
  queryKey: ['jobs', 'statuses'],
  queryFn: () => fetchStatuses(),
  staleTime: Infinity,
})

export const fetchSources = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.listSources, {}))
export const sourcesQuery = queryOptions({
  queryKey: ['jobs', 'sources'],
  queryFn: () => fetchSources(),
  staleTime: 60_000,
})

export const fetchTargets = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.listTargets, {}))
export const targetsQuery = queryOptions({
  queryKey: ['jobs', 'targets'],
  queryFn: () => fetchTargets(),
  staleTime: 60_000,
})

export const fetchQueueSize = createServerFn({ method: 'GET' }).handler(() => callApi(jobs.getQueueSize, {}))
export const queueSizeQuery = queryOptions({ queryKey: ['jobs', 'queue'], queryFn: () => fetchQueueSize() })

export const cancelJob = createServerFn({ method: 'POST' })
  .validator(jobs.cancelJob.params)
  .handler(({ data }) => callApi(jobs.cancelJob, { params: data }))

export const markFinal = createServerFn({ method: 'POST' })
  .validator(final.markJobsFinal.body)
  .handler(({ data }) => callApi(final.markJobsFinal, { body: data }))

export const undoFinalMark = createServerFn({ method: 'POST' })
  .validator(final.undoFinalMark.body)
  .handler(({ data }) => callApi(final.undoFinalMark, { body: data }))

export const fetchFinalHistory = createServerFn({ method: 'GET' })
  .validator(final.listFinalHistory.params)
  .handler(({ data }) => callApi(final.listFinalHistory, { params: data }))

export const finalHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['jobs', 'final-history', id],
    queryFn: ({ signal }) => fetchFinalHistory({ data: { id }, signal }),
  })

const oneFailed = jobs.listJobs.query.parse({ status: ['failed'], limit: 1 })
/** The number of failed jobs. */
export const failedCountQuery = queryOptions({
  queryKey: ['jobs', 'count', 'failed'],
  queryFn: async ({ signal }) => (await fetchJobs({ data: oneFailed, signal })).totalElements,
})

/** Polling interval for the report of a pending or running job. */
export const REPORT_POLL_MS = 3000

/** Not strict: the diagnostics and the layer's row are plain JSON, which the contract does not define. */
export const getReport = createServerFn({ method: 'GET', strict: false })
  .validator(getJobReport.params)
  .handler(({ data }) => orNull(callApi(getJobReport, { params: data })))

export const reportQuery = (jobKey: string) =>
  queryOptions({
    queryKey: ['jobs', 'report', jobKey],
    queryFn: async ({ signal }) => {
      const report = await getReport({ data: { job_key: jobKey }, signal })
      if (report === null) throw new ApiError(404, `There is no job '${jobKey}'.`)
      return report
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'running' ? REPORT_POLL_MS : false,
  })

export const getMethods = createServerFn({ method: 'GET' })
  .validator(getJobMethods.params)
  .handler(({ data }) => callApi(getJobMethods, { params: data }))

export const methodsQuery = (id: number) =>
  queryOptions({
    queryKey: ['jobs', 'methods', id],
    queryFn: ({ signal }) => getMethods({ data: { id }, signal }),
  })

export const getAdmData = createServerFn({ method: 'GET' })
  .validator(outputs.listJobAdmData.params)
  .handler(({ data }) => callApi(outputs.listJobAdmData, { params: data }))

export const admDataQuery = (id: number) =>
  queryOptions({
    queryKey: ['jobs', 'adm-data', id],
    queryFn: ({ signal }) => getAdmData({ data: { id }, signal }),
    staleTime: Infinity,
  })

export const getValue = createServerFn({ method: 'GET' })
  .validator(outputs.getJobValue.params.extend(outputs.getJobValue.query.shape))
  .handler(({ data: { id, ...query } }) => callApi(outputs.getJobValue, { params: { id }, query }))

/** The values of all surfaces at a place, rounded to about ten metres. */
export const valueQuery = (id: number, place: { longitude: number; latitude: number } | null) => {
  const longitude = place && Number(place.longitude.toFixed(4))
  const latitude = place && Number(place.latitude.toFixed(4))
  return queryOptions({
    queryKey: ['jobs', 'value', id, longitude, latitude],
    queryFn: ({ signal }) =>
      getValue({ data: { id, longitude: longitude as number, latitude: latitude as number }, signal }),
    enabled: place !== null,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

export const getDifference = createServerFn({ method: 'GET' })
  .validator(getJobDifference.params)
  .handler(({ data }) => callApi(getJobDifference, { params: data }))

/** Statistics of a surface of `other` minus that of the job. */
export const differenceQuery = (id: number, other: number, surface: ComparedSurface) =>
  queryOptions({
    queryKey: ['jobs', 'difference', id, other, surface],
    queryFn: ({ signal }) => getDifference({ data: { id, other, surface }, signal }),
    staleTime: Infinity,
    retry: false,
  })

export const linkOutput = createServerFn({ method: 'POST' })
  .validator(linkJobOutput.params.extend(linkJobOutput.body.shape))
  .handler(({ data: { id, type, minutes } }) =>
    callApi(linkJobOutput, { params: { id, type }, body: { minutes } }),
  )

export const signJobTiles = createServerFn({ method: 'POST' })
  .validator(linkJobTiles.params.extend(linkJobTiles.body.shape))
  .handler(({ data: { id, surface, minutes } }) =>
    callApi(linkJobTiles, { params: { id, surface }, body: { minutes } }),
  )

export const jobTilesLinkQuery = (id: number, surface: Surface, minutes: number) =>
  queryOptions({
    queryKey: ['signed-link', 'job-tiles', id, surface, minutes],
    queryFn: ({ signal }) => signJobTiles({ data: { id, surface, minutes }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  })

/** Renewed well before it expires, so that a copied link still works for a while. */
export const outputLinkQuery = (id: number, type: OutputType, minutes: number) =>
  queryOptions({
    queryKey: ['signed-link', id, type, minutes],
    queryFn: ({ signal }) => linkOutput({ data: { id, type, minutes }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  })

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
