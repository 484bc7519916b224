import { useQuery } from '@tanstack/react-query'
import { Link, createFileRoute, notFound } from '@tanstack/react-router'
import { type Collection } from '#contract/rasters/collection-list.ts'
import { changeCollection, getCollection } from '#contract/rasters/collections.ts'
import { isMissing } from '~/api/api-error.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { Page } from '~/components/shell/page.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Layers, Pencil } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { collectionQuery } from '~/server/collections.functions.ts'
import { CollectionDetails } from '~/components/collections/collection-details.tsx'
import { DeleteCollection } from '~/components/collections/delete-collection.tsx'
import { NoSuchCollection } from '~/components/collections/no-such-collection.tsx'
import { CollectionCrumb } from '~/components/collections/collection-crumb.tsx'

export const Route = createFileRoute('/_authed/raster/band-collection/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const { data } = getCollection.params.safeParse(params)
    if (!data) throw notFound()
    await prefetchOnServer(queryClient.prefetchQuery(collectionQuery(data.id)))
    requireWarmed(queryClient, collectionQuery(data.id))
  },
  staticData: {
    name: 'RasterPipelineCollection',
    title: 'Band Collection',
    icon: Layers,
    breadcrumbs: ({ params }) => [
      'Raster',
      'Band Collection',
      { text: params['id'] ?? '', Words: CollectionCrumb },
    ],
  },
  notFoundComponent: NoSuchCollection,
  component: OneCollection,
})

function OneCollection() {
  const known = getCollection.params.safeParse(Route.useParams())
  return known.success ? <Known id={known.data.id} /> : <NoSuchCollection />
}

function Known({ id }: { id: number }) {
  const { me } = Route.useRouteContext()
  const { data, error, isFetching, refetch } = useQuery(collectionQuery(id))
  if (isMissing(error)) return <NoSuchCollection />
  return (
    <Page
      title={data?.name ?? 'Band Collection'}
      actions={data && ownerMay(me, changeCollection, data.created_by) && <Actions {...data} />}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <SkeletonLines lines={6} label="Loading the collection" />}
      {data && <CollectionDetails collection={data} />}
    </Page>
  )
}

function Actions(collection: Collection) {
  return (
    <>
      <DeleteCollection collection={collection} />
      <Link
        to="/raster/band-collection/$id/edit"
        params={{ id: String(collection.id) }}
        className={buttonClass()}
      >
        <Pencil aria-hidden="true" />
        Edit
      </Link>
    </>
  )
}
