import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { ApiError } from '~/api/api-error.ts'
import { AssetPage } from '~/components/assets/asset-page.tsx'
import { warm } from '~/components/data-table/warm.ts'
import { Absent } from '~/components/rasters/absent.tsx'
import { recordIdOf } from '~/components/rasters/record-id.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Images } from '~/components/ui/icons.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { isUnfinished } from '~/lib/unfinished.ts'
import { assetFindingsQuery, assetQuery, assetUsesQuery } from '~/server/assets.functions.ts'
import { bandQuery } from '~/server/bands.functions.ts'
import { lazyCrumb } from '~/components/layout/lazy-crumb.ts'

const AssetCrumb = lazyCrumb(() =>
  import('~/components/assets/asset-crumb.tsx').then((module) => module.AssetCrumb),
)

export const Route = createFileRoute('/_authed/modeling/raster-assets/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = recordIdOf(params.id)
    if (id !== undefined) await warm(loadAsset(queryClient, id))
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
    !isUnfinished(asset) && client.prefetchQuery(assetFindingsQuery(id)),
    band && client.prefetchQuery(bandQuery(band.id)),
  ])
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
  if (id === undefined || (error instanceof ApiError && error.status === 404)) {
    return (
      <Absent
        title={`There is no raster asset ${text}`}
        action={
          <Link to="/modeling/raster-assets" className={buttonClass({ variant: 'secondary' })}>
            All raster assets
          </Link>
        }
      />
    )
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  return <SkeletonLines lines={6} label="Loading the raster asset" />
}
