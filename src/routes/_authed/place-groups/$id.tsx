import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { id as recordId } from '#contract/shapes.ts'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { Page } from '~/components/shell/page.tsx'
import { placeGroupName } from '~/components/place-groups/place-group-labels.ts'
import { MapPinned } from 'lucide-react'
import { placeGroupQuery } from '~/server/place-groups.functions.ts'
import { PlaceGroupMenu } from '~/components/place-groups/place-group-menu.tsx'
import { PlaceGroupState } from '~/components/place-groups/place-group-state.tsx'
import { Places } from '~/components/place-groups/places.tsx'
import { PlaceGroupCrumb } from '~/components/place-groups/place-group-crumb.tsx'

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
  component: PlaceGroupPage,
})

function PlaceGroupPage() {
  const id = Number(Route.useParams().id)
  const { me } = Route.useRouteContext()
  const router = useRouter()
  const { data: version } = useSuspenseQuery(placeGroupQuery(id))
  return (
    <Page
      title={placeGroupName(version)}
      actions={
        <>
          <PlaceGroupState version={version} />
          <PlaceGroupMenu
            words
            version={version}
            me={me}
            onDeleted={() => router.navigate({ to: '/place-groups' })}
          />
        </>
      }
    >
      <Places version={version} />
    </Page>
  )
}
