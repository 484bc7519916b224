import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { changeCollection, getCollection } from '#contract/rasters/collections.ts'
import { isOwnerOrAdmin } from '#contract/accounts/owners.ts'
import { isMissing } from '~/api/api-error.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { Page } from '~/components/shell/page.tsx'
import { OwnersOnly, WritersOnly } from '~/components/shell/writers-only.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Layers } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { collectionQuery } from '~/server/collections.functions.ts'
import { CollectionForm } from '~/components/collections/collection-form.tsx'
import { NoSuchCollection } from '~/components/collections/no-such-collection.tsx'
import { CollectionCrumb } from '~/components/collections/collection-crumb.tsx'

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
  component: EditCollection,
})

function EditCollection() {
  const { me } = Route.useRouteContext()
  const known = getCollection.params.safeParse(Route.useParams())
  const { data, error, isFetching, refetch } = useQuery({
    ...collectionQuery(known.data?.id ?? 0),
    enabled: known.success,
  })
  const absent = !known.success || isMissing(error)
  if (absent) return <NoSuchCollection />
  const content = () => {
    if (!may(me, changeCollection)) return <WritersOnly what="edit band collections" />
    if (data && !isOwnerOrAdmin(me, data.created_by))
      return (
        <OwnersOnly
          what="edit this collection"
          owner={data.created_by_name}
          instead="Create a collection of your own, with the same bands if you like."
        />
      )
    if (data) return <CollectionForm key={data.id} previous={data} />
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
    return <SkeletonLines lines={6} label="Loading the collection" />
  }
  return <Page title={data ? `Edit ${data.name}` : 'Edit Collection'}>{content()}</Page>
}
