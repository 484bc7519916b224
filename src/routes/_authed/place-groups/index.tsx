import { createFileRoute } from '@tanstack/react-router'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { MapPinned } from 'lucide-react'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'
import { placeGroupSearch as search, toListQuery } from '~/components/place-groups/place-group-search.ts'
import { PlaceGroupsPage } from '~/components/place-groups/place-groups-page.tsx'

export const Route = createFileRoute('/_authed/place-groups/')({
  validateSearch: search,
  search: { middlewares: search.middlewares },
  loaderDeps: ({ search: raw }) => toListQuery(search.toQuery(raw)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(placeGroupsQuery(deps))),
  staticData: {
    name: 'PlaceGroups',
    list: 'listPlaceGroupVersions',
    title: 'Place Groups',
    icon: MapPinned,
    breadcrumbs: ['Administration', 'Place Groups'],
  },
  component: PlaceGroupsPage,
})
