import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { exactTime } from '~/lib/time/exact-time.ts'
import { Code } from './link-tabs.tsx'

/** The signed address of map tiles, while it is created too. */
export function TilesLink({
  link: { data, error, isFetching, refetch },
}: {
  link: UseQueryResult<{ url: string; expires_at: string; minzoom: number; maxzoom: number }>
}) {
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonLines lines={2} label="Creating the address of the tiles" />
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-xs font-medium">Signed tiles</p>
      <Code text={data.url} what="the signed address of the tiles" label="Signed tiles" />
      <p className="text-xs text-muted">
        For Leaflet, MapLibre or an image in a page elsewhere, without a token: minzoom {data.minzoom},
        maxzoom {data.maxzoom}. Until {exactTime(data.expires_at)}
      </p>
    </div>
  )
}
