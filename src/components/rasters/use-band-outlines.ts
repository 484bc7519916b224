import { useQuery } from '@tanstack/react-query'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { getPlaces } from '#contract/places/place-groups.ts'
import { addressOf } from '~/api/address.ts'
import type { AdminOutline } from '~/components/map/overlays/admin-outline.ts'
import { tileOrigin } from '~/components/map/base/tile-origin.ts'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'

/** The default admin units of a band's country down to a level, the widest first; null while they are loading. */
export function useBandOutlines(
  iso3: string | null,
  level: AdminOutline['placeType'] | undefined,
): AdminOutline[] | null {
  const query = listPlaceGroupVersions.query.parse({ iso3_code: iso3 ?? undefined, default_only: true })
  const enabled = iso3 !== null && level !== undefined
  const { data } = useQuery({ ...placeGroupsQuery(query), enabled })
  if (!enabled) return []
  if (!data) return null
  const types = (['adm0', 'adm1', 'adm2'] as const).filter((placeType) => placeType <= level)
  return types.flatMap((placeType) => {
    const version = data.content.find(({ place_type }) => place_type === placeType)
    if (!version) return []
    return [{ placeType, url: tileOrigin() + addressOf(getPlaces, { params: { id: version.id } }) }]
  })
}
