export interface AdminOutline {
  placeType: 'adm0' | 'adm1' | 'adm2'
  url: string
}

/** The map's source of a level's outlines. */
export const placesSource = (placeType: string) => `places-${placeType}`
