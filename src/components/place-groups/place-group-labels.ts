import type { PLACE_TYPES, PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import { ownValue } from '~/lib/own-value.ts'

type PlaceType = (typeof PLACE_TYPES)[number]

export const LEVEL_WORDS: Readonly<Record<PlaceType, string>> = {
  adm0: 'Country',
  adm1: 'First level',
  adm2: 'Second level',
}

export const formatLevel = (type: string): string => ownValue(LEVEL_WORDS, type) ?? type

/** 'Benin · First level · 2024' */
export const placeGroupName = ({
  country,
  place_type,
  version,
}: Pick<PlaceGroupVersion, 'country' | 'place_type' | 'version'>) =>
  `${country} · ${formatLevel(place_type)} · ${version}`
