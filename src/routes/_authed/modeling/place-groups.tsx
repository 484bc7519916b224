import { createFileRoute } from '@tanstack/react-router'
import { MapPinned } from 'lucide-react'

export const Route = createFileRoute('/_authed/modeling/place-groups')({
  staticData: {
    name: 'PlaceGroupCatalog',
    title: 'Place Group Catalog',
    icon: MapPinned,
    breadcrumbs: ['Modeling', 'Place Group Catalog'],
    underConstruction: true,
  },
})
