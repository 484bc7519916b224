import type { PLACE_TYPES, PlaceGroupVersion } from '#contract/place-group-list.ts'

export type PlaceType = (typeof PLACE_TYPES)[number]

export const LEVEL_WORDS: Readonly<Record<PlaceType, string>> = {
  adm0: 'Country',
  adm1: 'First level',
  adm2: 'Second level',
}

export const levelInWords = (type: string): string => LEVEL_WORDS[type as PlaceType] ?? type

/** 'Benin · First level · 2024' */
export const placeGroupName = ({
  country,
  place_type,
  version,
}: Pick<PlaceGroupVersion, 'country' | 'place_type' | 'version'>) =>
  `${country} · ${levelInWords(place_type)} · ${version}`
