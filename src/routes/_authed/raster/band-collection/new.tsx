import { createFileRoute } from '@tanstack/react-router'
import { addingSearch } from '~/components/countries/adding.ts'
import { Layers } from 'lucide-react'
import { NewCollectionPage } from '~/components/collections/new-collection-page.tsx'

export const Route = createFileRoute('/_authed/raster/band-collection/new')({
  validateSearch: addingSearch,
  staticData: {
    name: 'RasterPipelineNewCollection',
    title: 'New Collection',
    icon: Layers,
    breadcrumbs: ['Raster', 'Band Collection', 'New Collection'],
  },
  component: NewCollectionPage,
})
