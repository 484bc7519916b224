import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '~/api/api-error.ts'
import { AssetContent } from './asset-content.tsx'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { isUnfinished } from '~/lib/unfinished.ts'
import { assetQuery } from '~/server/assets.functions.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'

const route = getRouteApi('/_authed/modeling/raster-assets/$id')

export function Missing() {
  return <NoSuchRecord what="raster asset" to="/modeling/raster-assets" back="Back to the raster assets" />
}

export function AssetPage() {
  const { id: text } = route.useParams()
  const { me } = route.useRouteContext()
  const navigate = route.useNavigate()
  const id = recordIdOf(text)
  const { data, error, isFetching, refetch } = useQuery({
    ...assetQuery(id ?? 0),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && 3000,
  })
  if (data) {
    return (
      <AssetContent
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
