/** Towns, lakes and rivers are in squares of this size, named by their south-western corner: `0_-20`. */
export const TILE_DEGREES = 20

const corner = (degrees: number) => Math.floor(degrees / TILE_DEGREES) * TILE_DEGREES
const wrap = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

export const tileAt = (longitude: number, latitude: number) =>
  `${corner(wrap(longitude))}_${corner(latitude)}`

/** Tiles of one western edge share a folder: `0/0_-20.geojson`. */
export const fileOf = (tile: string) => `${tile.split('_')[0]}/${tile}.geojson`

/** The tiles that share an area with bounds, which may lie beyond 180°. */
export function tilesOf([west, south, east, north]: readonly [number, number, number, number]): string[] {
  const tiles = new Set<string>()
  for (let x = corner(west); x <= Math.min(east, west + 360); x += TILE_DEGREES)
    for (let y = corner(Math.max(south, -90)); y <= Math.min(north, 89); y += TILE_DEGREES)
      tiles.add(tileAt(x, y))
  return [...tiles]
}
