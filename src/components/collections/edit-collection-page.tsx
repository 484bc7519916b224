import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { changeCollection, getCollection } from '#contract/rasters/collections.ts'
import { isOwnerOrAdmin } from '#contract/accounts/owners.ts'
import { isMissing } from '~/api/api-error.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/shell/page.tsx'
import { OwnersOnly, WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { collectionQuery } from '~/server/collections.functions.ts'
import { CollectionForm } from './collection-form.tsx'
import { NoSuchCollection } from './no-such-collection.tsx'

const route = getRouteApi('/_authed/raster/band-collection/$id_/edit')

export function EditCollectionPage() {
  const { me } = route.useRouteContext()
  const params = getCollection.params.safeParse(route.useParams())
  const { data, error, isFetching, refetch } = useQuery({
    ...collectionQuery(params.data?.id ?? 0),
    enabled: params.success,
  })
  const absent = !params.success || isMissing(error)
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
