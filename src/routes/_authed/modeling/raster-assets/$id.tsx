import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { Images } from 'lucide-react'
import { assetQuery } from '~/server/assets.functions.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { prefetchAsset } from '~/components/assets/prefetch-asset.ts'
import { Missing, AssetPage } from '~/components/assets/asset-page.tsx'

const AssetCrumb = lazy(() => import('~/components/assets/asset-crumb.tsx'))

export const Route = createFileRoute('/_authed/modeling/raster-assets/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = recordIdOf(params.id)
    if (id === undefined) throw notFound()
    await prefetchOnServer(prefetchAsset(queryClient, id))
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
