/** What corrects the places of a points file as a whole; the file stays as it was sent. */
export const PLACE_REMEDIES = [
  'swap',
  'negate-longitude',
  'negate-latitude',
  'negate-both',
  'wrap-longitude',
] as const
export type PlaceRemedy = (typeof PLACE_REMEDIES)[number]

/** What it does, and the same as an action. */
export const PLACE_REMEDY_WORDS: Record<PlaceRemedy, { done: string; action: string }> = {
  swap: { done: 'longitude and latitude are swapped', action: 'Swap longitude and latitude' },
  'negate-longitude': {
    done: 'the sign of the longitude is changed',
    action: 'Change the sign of the longitude',
  },
  'negate-latitude': {
    done: 'the sign of the latitude is changed',
    action: 'Change the sign of the latitude',
  },
  'negate-both': {
    done: 'the signs of longitude and latitude are changed',
    action: 'Change the signs of longitude and latitude',
  },
  'wrap-longitude': {
    done: 'longitudes are counted from −180 to 180, by adding or subtracting 360',
    action: 'Count longitudes from −180 to 180',
  },
}
