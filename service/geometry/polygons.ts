/** A place's outline in degrees, as GeoJSON writes it: polygons of rings of [longitude, latitude]. */
export type PlaceGeometry =
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }

/** The polygons of an outline, each a list of rings of which the first is the shell. */
export const polygonsOf = (geometry: PlaceGeometry): number[][][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** More positions than this are not read from one file. */
export const MAX_POSITIONS = 2_000_000
