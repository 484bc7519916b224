import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { bandAsCurrentlyTiled } from '~/components/rasters/band-as-currently-tiled.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { bandStyle } from '~/components/rasters/band-style.ts'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { Layers2 } from 'lucide-react'
import { routeSearch } from '~/lib/route-search.ts'
import { bandHistogramQuery, bandQuery } from '~/server/bands.functions.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { Missing, BandPage } from '~/components/bands/band-page.tsx'

const BandCrumb = lazy(() => import('~/components/bands/band-crumb.tsx'))

export const Route = createFileRoute('/_authed/raster/band-catalog/$id')({
  ...routeSearch(bandStyle),
  loader: async ({ context: { queryClient }, params }) => {
    const id = recordIdOf(params.id)
    if (id === undefined) throw notFound()
    const band = async () => {
      await queryClient.prefetchQuery(bandQuery(id))
      const row = queryClient.getQueryData(bandQuery(id).queryKey)
      if (row) await queryClient.prefetchQuery(bandHistogramQuery(bandAsCurrentlyTiled(row)))
    }
    await prefetchOnServer(band())
    requireWarmed(queryClient, bandQuery(id))
  },
  remountDeps: ({ params }) => params.id,
  staticData: {
    title: 'Band',
    icon: Layers2,
    breadcrumbs: ({ params }) => ['Raster', 'Band Catalog', { text: params['id'] ?? '', Words: BandCrumb }],
  },
  notFoundComponent: Missing,
  component: BandPage,
})
