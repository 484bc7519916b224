import { getRouteApi } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Page } from '~/components/shell/page.tsx'
import { placeGroupName } from './place-group-labels.ts'
import { placeGroupQuery } from '~/server/place-groups.functions.ts'
import { PlaceGroupMenu } from './place-group-menu.tsx'
import { PlaceGroupState } from './place-group-state.tsx'
import { Places } from './places.tsx'

const route = getRouteApi('/_authed/place-groups/$id')

export function PlacesPage() {
  const id = Number(route.useParams().id)
  const { me } = route.useRouteContext()
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
