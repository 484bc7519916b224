import { MOST_VERTICES, type Place, formatPlace, parsePlace } from '~/components/map/base/map-place.ts'

/** A line as people type it: `9.08, 8.68; 10.1, 9.2`, latitude first. */
export const lineText = (line: readonly Place[]) =>
  line.map((place) => formatPlace(place).replace('_', ', ')).join('; ')

/** The places of a typed line; a sentence if it is none. */
export function readLineText(text: string): Place[] | string {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2) return 'Enter at least two places, separated by a semicolon.'
  if (parts.length > MOST_VERTICES) return `Enter at most ${MOST_VERTICES} places.`
  const line: Place[] = []
  for (const part of parts) {
    const pair = part.match(/[^\s,]+/g) ?? []
    const place = parsePlace(pair.map((number) => Number(Number(number).toFixed(4))).join('_'))
    if (!place)
      return `'${part}' is not a place. Enter latitude and longitude in degrees, such as 9.08, 8.68.`
    line.push(place)
  }
  return line
}

/** The line as the service expects it: longitude first. */
export const lineQuery = (line: readonly Place[]) =>
  line
    .map(({ latitude, longitude }) => `${Number(longitude.toFixed(4))},${Number(latitude.toFixed(4))}`)
    .join(';')
