import type { QueryClient } from '@tanstack/react-query'
import { type PlaceGroupVersion, listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'

interface Next {
  place_type: 'adm1' | 'adm2'
  /** The name of the country's other levels; undefined if there are none. */
  version: string | undefined
}

/** The level that a country lacks: the first one, then the second. */
export function nextLevel(versions: readonly Pick<PlaceGroupVersion, 'place_type' | 'version'>[]): Next {
  const has = (level: string) => versions.some(({ place_type }) => place_type === level)
  return { place_type: has('adm1') && !has('adm2') ? 'adm2' : 'adm1', version: versions[0]?.version }
}

/** Undefined if the catalogue cannot be read: the person then chooses. */
export async function findNextLevel(client: QueryClient, iso3_code: string): Promise<Next | undefined> {
  try {
    const query = placeGroupsQuery(listPlaceGroupVersions.query.parse({ iso3_code }))
    return nextLevel((await client.fetchQuery(query)).content)
  } catch {
    return undefined
  }
}
