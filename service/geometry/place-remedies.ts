import { wrapLongitude } from './wrap-longitude.ts'

/** What a file's places may need as a whole: (longitude, latitude) in degrees as written → as meant. */
export const PLACE_REMEDIES = {
  swap: (x, y) => [y, x],
  'negate-longitude': (x, y) => [-x, y],
  'negate-latitude': (x, y) => [x, -y],
  'negate-both': (x, y) => [-x, -y],
  'wrap-longitude': (x, y) => [wrapLongitude(x), y],
} as const satisfies Record<string, (x: number, y: number) => [number, number]>

/** New arrays; NaN stays NaN. */
export function applyRemedy(
  remedy: keyof typeof PLACE_REMEDIES,
  { longitude, latitude }: { longitude: Float64Array; latitude: Float64Array },
): { longitude: Float64Array; latitude: Float64Array } {
  const places = Array.from(longitude, (x, i) => PLACE_REMEDIES[remedy](x, latitude[i]))
  return {
    longitude: Float64Array.from(places, ([x]) => x),
    latitude: Float64Array.from(places, ([, y]) => y),
  }
}
