import { type QueryClient } from '@tanstack/react-query'
import { isUnfinished } from '~/lib/unfinished.ts'
import {
  assetFindingsQuery,
  assetLayoutQuery,
  assetQuery,
  assetUsesQuery,
} from '~/server/assets.functions.ts'
import { bandQuery } from '~/server/bands.functions.ts'

/** With all that the page shows of it, so that a first load needs no second round of calls. */
export async function prefetchAsset(client: QueryClient, id: number): Promise<void> {
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
