/** A place's outline in degrees, as in GeoJSON: polygons of rings of [longitude, latitude]. */
export type PlaceGeometry =
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }

/** An outline's polygons, each a list of rings whose first ring is the shell. */
export const polygonsOf = (geometry: PlaceGeometry): number[][][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** The most positions read from one file. */
export const MAX_POSITIONS = 2_000_000
