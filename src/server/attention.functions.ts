import { queryOptions } from '@tanstack/react-query'
import { listAssets } from '#contract/asset-list.ts'
import { listJobs } from '#contract/jobs.ts'
import { listAccounts } from '#contract/people.ts'
import { fetchAssets } from './assets.functions.ts'
import { fetchJobs } from './jobs.functions.ts'
import { fetchAccounts } from './people.functions.ts'

export const SHOWN_FAILURES = 3

/** Failed layers that were not sent again, the newest first: of one person, or of everyone. */
export const failuresQuery = (personId: number | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'list', 'failures', personId ?? 'all'],
    queryFn: ({ signal }) =>
      fetchJobs({
        data: listJobs.query.parse({
          status: 'failed',
          has_newer: false,
          app_user_id: personId,
          sort_order: 'desc',
          limit: SHOWN_FAILURES,
        }),
        signal,
      }),
  })

/** How many rasters were rejected after they were received: of one person, or of everyone. */
export const rejectedCountQuery = (personId: number | undefined) =>
  queryOptions({
    queryKey: ['assets', 'list', 'rejected', personId ?? 'all'],
    queryFn: async ({ signal }) =>
      (
        await fetchAssets({
          data: listAssets.query.parse({ status: 'rejected', created_by: personId, limit: 1 }),
          signal,
        })
      ).totalElements,
  })

/** How many people wait for approval. */
export const waitingCountQuery = queryOptions({
  queryKey: ['people', 'list', 'waiting'],
  queryFn: async ({ signal }) =>
    (await fetchAccounts({ data: listAccounts.query.parse({ status: 'waiting', limit: 1 }), signal }))
      .totalElements,
})
