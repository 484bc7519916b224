import { getRouteApi } from '@tanstack/react-router'
import { createCollection } from '#contract/rasters/collections.ts'
import { may } from '~/api/may.ts'
import { AddingNote } from '~/components/countries/adding-note.tsx'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { CollectionForm } from './collection-form.tsx'

const route = getRouteApi('/_authed/raster/band-collection/new')

export function NewCollectionPage() {
  const { me } = route.useRouteContext()
  const { adding } = route.useSearch()
  return (
    <Page title="New Collection">
      {may(me, createCollection) ? (
        <>
          <AddingNote iso3_code={adding} />
          <CollectionForm adding={adding} />
        </>
      ) : (
        <WritersOnly what="create band collections" />
      )}
    </Page>
  )
}
