import { createFileRoute } from '@tanstack/react-router'
import { createCollection } from '#contract/rasters/collections.ts'
import { may } from '~/api/may.ts'
import { AddingNote } from '~/components/countries/adding-note.tsx'
import { addingSearch } from '~/components/countries/adding.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { Layers } from 'lucide-react'
import { CollectionForm } from '~/components/collections/collection-form.tsx'

export const Route = createFileRoute('/_authed/raster/band-collection/new')({
  validateSearch: addingSearch,
  staticData: {
    name: 'RasterPipelineNewCollection',
    title: 'New Collection',
    icon: Layers,
    breadcrumbs: ['Raster', 'Band Collection', 'New Collection'],
  },
  component: NewCollection,
})

function NewCollection() {
  const { me } = Route.useRouteContext()
  const { adding } = Route.useSearch()
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
