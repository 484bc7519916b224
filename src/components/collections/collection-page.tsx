import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Collection } from '#contract/rasters/collection-list.ts'
import { changeCollection, getCollection } from '#contract/rasters/collections.ts'
import { isMissing } from '~/api/api-error.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { Page } from '~/components/shell/page.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Pencil } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { collectionQuery } from '~/server/collections.functions.ts'
import { CollectionDetails } from './collection-details.tsx'
import { DeleteCollection } from './delete-collection.tsx'
import { NoSuchCollection } from './no-such-collection.tsx'

const route = getRouteApi('/_authed/raster/band-collection/$id')

export function CollectionPage() {
  const params = getCollection.params.safeParse(route.useParams())
  return params.success ? <CollectionOfId id={params.data.id} /> : <NoSuchCollection />
}

function CollectionOfId({ id }: { id: number }) {
  const { me } = route.useRouteContext()
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
