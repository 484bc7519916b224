import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isMissing } from '~/api/api-error.ts'
import { AssetPage } from '~/components/assets/asset-page.tsx'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { recordIdOf } from '~/components/shell/record-id.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Images } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { isUnfinished } from '~/lib/unfinished.ts'
import {
  assetFindingsQuery,
  assetLayoutQuery,
  assetQuery,
  assetUsesQuery,
} from '~/server/assets.functions.ts'
import { bandQuery } from '~/server/bands.functions.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { AssetCrumb } from '~/components/assets/asset-crumb.tsx'

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
  component: RasterAsset,
})

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

function Missing() {
  return <NoSuchRecord what="raster asset" to="/modeling/raster-assets" back="Back to the raster assets" />
}

function RasterAsset() {
  const { id: text } = Route.useParams()
  const { me } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const id = recordIdOf(text)
  const { data, error, isFetching, refetch } = useQuery({
    ...assetQuery(id ?? 0),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && 3000,
  })
  if (data) {
    return (
      <AssetPage
        key={data.status}
        asset={data}
        me={me}
        onDeleted={() => navigate({ to: '/modeling/raster-assets' })}
      />
    )
  }
  if (id === undefined || isMissing(error)) {
    return <Missing />
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  return <SkeletonLines lines={6} label="Loading the raster asset" />
}
