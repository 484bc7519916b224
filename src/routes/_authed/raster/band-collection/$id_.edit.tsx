import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { getCollection } from '#contract/rasters/collections.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { Layers } from 'lucide-react'
import { collectionQuery } from '~/server/collections.functions.ts'
import { NoSuchCollection } from '~/components/collections/no-such-collection.tsx'
import { EditCollectionPage } from '~/components/collections/edit-collection-page.tsx'

const CollectionCrumb = lazy(() => import('~/components/collections/collection-crumb.tsx'))

export const Route = createFileRoute('/_authed/raster/band-collection/$id_/edit')({
  loader: async ({ context: { queryClient }, params }) => {
    const { data } = getCollection.params.safeParse(params)
    if (!data) throw notFound()
    await prefetchOnServer(queryClient.prefetchQuery(collectionQuery(data.id)))
    requireWarmed(queryClient, collectionQuery(data.id))
  },
  staticData: {
    name: 'RasterPipelineEditCollection',
    title: 'Edit Collection',
    icon: Layers,
    breadcrumbs: ({ params }) => [
      'Raster',
      'Band Collection',
      { text: params['id'] ?? '', Words: CollectionCrumb },
      'Edit',
    ],
  },
  notFoundComponent: NoSuchCollection,
  component: EditCollectionPage,
})
