import { type QueryClient } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { Images } from 'lucide-react'
import { isUnfinished } from '~/lib/unfinished.ts'
import {
  assetFindingsQuery,
  assetLayoutQuery,
  assetQuery,
  assetUsesQuery,
} from '~/server/assets.functions.ts'
import { bandQuery } from '~/server/bands.functions.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { AssetCrumb } from '~/components/assets/asset-crumb.tsx'
import { Missing, AssetPage } from '~/components/assets/asset-page.tsx'

/** With all that the page shows of it, so that a first load needs no second round of calls. */
async function loadAsset(client: QueryClient, id: number): Promise<void> {
  await client.prefetchQuery(assetQuery(id))
  const asset = client.getQueryData(assetQuery(id).queryKey)
  if (!asset) return
  const [band] = asset.bands
  await Promise.all([
    client.prefetchQuery(assetUsesQuery(id)),
    asset.status === 'ready' && client.prefetchQuery(assetLayoutQuery(id)),
    !isUnfinished(asset) && client.prefetchQuery(assetFindingsQuery(id)),
    band && client.prefetchQuery(bandQuery(band.id)),
  ])
}

export const Route = createFileRoute('/_authed/modeling/raster-assets/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = recordIdOf(params.id)
    if (id === undefined) throw notFound()
    await prefetchOnServer(loadAsset(queryClient, id))
    requireWarmed(queryClient, assetQuery(id))
  },
  remountDeps: ({ params }) => params.id,
  staticData: {
    title: 'Raster Asset',
    icon: Images,
    breadcrumbs: ({ params }) => [
      'Modeling',
      'Raster Asset Catalog',
      { text: params['id'] ?? '', Words: AssetCrumb },
    ],
  },
  notFoundComponent: Missing,
  component: AssetPage,
})
