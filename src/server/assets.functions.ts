import * as findings from '#contract/rasters/asset-findings.ts'
import * as lists from '#contract/rasters/asset-list.ts'
import * as assets from '#contract/rasters/assets.ts'
import * as inspections from '#contract/rasters/inspections.ts'
import * as processed from '#contract/rasters/processed.ts'
import type { Query } from '#contract/endpoint.ts'
import { type ASSET_PARTS, linkAsset } from '#contract/accounts/signed-links.ts'
import { callApi, callApiLater } from './http/api.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { whileUnfinished } from '~/lib/unfinished.ts'

export const fetchAssets = createServerFn({ method: 'GET' })
  .validator(lists.listAssets.query)
  .handler(({ data }) => callApi(lists.listAssets, { query: data }))

export const assetsQuery = (query: Query<typeof lists.listAssets>) =>
  queryOptions({
    queryKey: ['assets', 'list', query],
    queryFn: ({ signal }) => fetchAssets({ data: query, signal }),
    refetchInterval: whileUnfinished,
    placeholderData: keepPreviousData,
  })

export const fetchAsset = createServerFn({ method: 'GET' })
  .validator(assets.getAsset.params)
  .handler(({ data }) => callApi(assets.getAsset, { params: data }))

export const assetQuery = (id: number) =>
  queryOptions({
    queryKey: ['assets', 'one', id],
    queryFn: ({ signal }) => fetchAsset({ data: { id }, signal }),
  })

export const fetchAssetUses = createServerFn({ method: 'GET' })
  .validator(assets.listAssetUses.params)
  .handler(({ data }) => callApi(assets.listAssetUses, { params: data }))

export const assetUsesQuery = (id: number) =>
  queryOptions({
    queryKey: ['assets', 'uses', id],
    queryFn: ({ signal }) => fetchAssetUses({ data: { id }, signal }),
  })

export const fetchAssetFindings = createServerFn({ method: 'GET' })
  .validator(findings.listAssetFindings.params)
  .handler(({ data }) => callApi(findings.listAssetFindings, { params: data }))

export const assetFindingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['assets', 'findings', id],
    queryFn: ({ signal }) => fetchAssetFindings({ data: { id }, signal }),
  })

export const fetchAssetLayout = createServerFn({ method: 'GET' })
  .validator(assets.getAssetLayout.params)
  .handler(({ data }) => callApi(assets.getAssetLayout, { params: data }))

export const assetLayoutQuery = (id: number) =>
  queryOptions({
    queryKey: ['assets', 'layout', id],
    queryFn: ({ signal }) => fetchAssetLayout({ data: { id }, signal }),
  })

export const acceptAssetFinding = createServerFn({ method: 'POST' })
  .validator(findings.acceptAssetFinding.params.extend(findings.acceptAssetFinding.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(findings.acceptAssetFinding, { params: { id }, body }))

export const withdrawAssetFinding = createServerFn({ method: 'POST' })
  .validator(findings.withdrawAssetFinding.params.extend(findings.withdrawAssetFinding.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(findings.withdrawAssetFinding, { params: { id }, body }))

export const deleteAsset = createServerFn({ method: 'POST' })
  .validator(assets.deleteAsset.params)
  .handler(({ data }) => callApi(assets.deleteAsset, { params: data }))

export const signAsset = createServerFn({ method: 'POST' })
  .validator(linkAsset.params.extend(linkAsset.body.shape))
  .handler(({ data: { id, part, minutes } }) =>
    callApi(linkAsset, { params: { id, part }, body: { minutes } }),
  )

/** A signed link, requested again before it expires. */
export const assetLinkQuery = (id: number, part: (typeof ASSET_PARTS)[number], minutes: number) =>
  queryOptions({
    queryKey: ['signed-link', 'asset', id, part, minutes],
    queryFn: ({ signal }) => signAsset({ data: { id, part, minutes }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  })

export const fetchInspection = createServerFn({ method: 'GET' })
  .validator(inspections.getInspection.params)
  .handler(({ data }) => callApi(inspections.getInspection, { params: data }))

export const deleteInspection = createServerFn({ method: 'POST' })
  .validator(inspections.deleteInspection.params)
  .handler(({ data }) => callApi(inspections.deleteInspection, { params: data }))

export const fetchProcessed = createServerFn({ method: 'GET' })
  .validator(processed.listProcessed.query)
  .handler(({ data }) => callApi(processed.listProcessed, { query: data }))

export const processedQuery = (query: Query<typeof processed.listProcessed>) =>
  queryOptions({
    queryKey: ['assets', 'processed', query],
    queryFn: ({ signal }) => fetchProcessed({ data: query, signal }),
    refetchInterval: whileUnfinished,
    placeholderData: keepPreviousData,
  })

export const processAsset = createServerFn({ method: 'POST' })
  .validator(processed.processAsset.body)
  .handler(({ data }) => callApiLater(processed.processAsset, { body: data }))
