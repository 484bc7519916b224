import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { id as recordId } from '#contract/shapes.ts'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { MapPinned } from 'lucide-react'
import { placeGroupQuery } from '~/server/place-groups.functions.ts'
import { PlacesPage } from '~/components/place-groups/places-page.tsx'

const PlaceGroupCrumb = lazy(() => import('~/components/place-groups/place-group-crumb.tsx'))

export const Route = createFileRoute('/_authed/place-groups/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const { data } = recordId.safeParse(params.id)
    if (!data) throw notFound()
    await orNotFound(queryClient.ensureQueryData(placeGroupQuery(data)))
  },
  staticData: {
    title: 'Place group',
    icon: MapPinned,
    breadcrumbs: ({ params }) => [
      'Administration',
      'Place Groups',
      { text: params['id'] ?? '', Words: PlaceGroupCrumb },
    ],
  },
  notFoundComponent: () => (
    <NoSuchRecord what="place group" to="/place-groups" back="Back to the place groups" />
  ),
  component: PlacesPage,
})
