import { createFileRoute } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { createCollection } from '#contract/collections.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/layout/page.tsx'
import { WritersOnly } from '~/components/layout/writers-only.tsx'
import { CollectionForm } from './-parts/collection-form.tsx'

export const Route = createFileRoute('/_authed/raster/band-collection/new')({
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
  return (
    <Page title="New Collection">
      {may(me, createCollection) ? <CollectionForm /> : <WritersOnly what="create band collections" />}
    </Page>
  )
}
