/** Degrees, WGS 84. */
export interface Place {
  longitude: number
  latitude: number
}

export interface MapView extends Place {
  zoom: number
}

/** West, south, east, north in degrees. Across 180°, west is greater than east, or they continue beyond it. */
export type Bounds = readonly [number, number, number, number]

const NUMBER = String.raw`-?\d{1,3}(?:\.\d{1,8})?`
export const PLACE_PATTERN = new RegExp(`^${NUMBER}_${NUMBER}$`)
export const VIEW_PATTERN = new RegExp(String.raw`^\d{1,2}(?:\.\d{1,4})?_${NUMBER}_${NUMBER}$`)

const short = (value: number, digits: number) => String(Number(value.toFixed(digits)))
const onEarth = (place: Place) => Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180

/** `latitude_longitude`, precise to about ten metres: a pin in the address, without characters that need escaping. */
export const formatPlace = (place: Place) => `${short(place.latitude, 4)}_${short(place.longitude, 4)}`

export function parsePlace(text: string | undefined): Place | null {
  if (!text || !PLACE_PATTERN.test(text)) return null
  const [latitude, longitude] = text.split('_').map(Number)
  const place = { latitude, longitude }
  return onEarth(place) ? place : null
}

/** A line has at least two vertices, and at most as many as the service reads. */
export const MOST_VERTICES = 50

/** `latitude_longitude_latitude_longitude`: a line in the address, or the first vertex of one. */
export const formatLine = (line: readonly Place[]) => line.map(formatPlace).join('_')

/** Empty if a vertex is not a place, or there are too many. */
export function parseLine(text: string | undefined): Place[] {
  const numbers = text?.split('_') ?? []
  const line = Array.from({ length: Math.ceil(numbers.length / 2) }, (_, i) =>
    parsePlace(numbers.slice(2 * i, 2 * i + 2).join('_')),
  )
  return line.length <= MOST_VERTICES && line.every((place) => place !== null) ? line : []
}

/** `zoom_latitude_longitude`: a view in the address. */
export const formatView = (view: MapView) => `${short(view.zoom, 2)}_${formatPlace(view)}`

export function parseView(text: string | undefined): MapView | null {
  if (!text || !VIEW_PATTERN.test(text)) return null
  const [zoom, latitude, longitude] = text.split('_').map(Number)
  const view = { zoom, latitude, longitude }
  return onEarth(view) && zoom <= 22 ? view : null
}

/** `9.08° N, 8.68° E`. */
export function describePlace({ latitude, longitude }: Place): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`
}
