interface Outline {
  properties: { code: string; name: string }
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: unknown[] }
}
type Ring = readonly (readonly [longitude: number, latitude: number])[]

const SIZE = 1000

const ringsOf = ({ geometry: { type, coordinates } }: Outline): Ring[] =>
  type === 'Polygon' ? (coordinates as Ring[]) : (coordinates as Ring[][]).flat()

/** SVG paths of outlines: longitude and latitude, narrowed by the cosine of the middle latitude. */
export function picture(outlines: readonly Outline[]): {
  width: number
  height: number
  shapes: { code: string; name: string; path: string }[]
} {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  const all = outlines.map((outline) => ({ outline, rings: ringsOf(outline) }))
  for (const { rings } of all) {
    for (const [longitude, latitude] of rings.flat()) {
      west = Math.min(west, longitude)
      east = Math.max(east, longitude)
      south = Math.min(south, latitude)
      north = Math.max(north, latitude)
    }
  }
  if (!(east > west && north > south)) return { width: SIZE, height: SIZE, shapes: [] }
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = SIZE / Math.max((east - west) * narrow, north - south)
  const point = ([longitude, latitude]: Ring[number]) =>
    `${((longitude - west) * narrow * scale).toFixed(1)} ${((north - latitude) * scale).toFixed(1)}`
  return {
    width: Math.round((east - west) * narrow * scale),
    height: Math.round((north - south) * scale),
    shapes: all.map(({ outline: { properties }, rings }) => ({
      code: properties.code,
      name: properties.name,
      path: rings.map((ring) => `M${ring.map(point).join('L')}Z`).join(''),
    })),
  }
}
