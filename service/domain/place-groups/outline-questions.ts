import { setImmediate } from 'node:timers/promises'
import { cellCentres, type Grid } from '../../raster/grid.ts'
import { type Area } from '../../geometry/point-in-polygon.ts'
import { rasterise } from '../../raster/grids/rasterise.ts'
import { type CountryArea, countryArea } from '../../geometry/country-area.ts'

export interface Spots {
  longitude: Float64Array
  latitude: Float64Array
}

export type OutlineQuestion =
  | { about: 'bounds' }
  | { about: 'far-off'; spots: Spots; withinKm: number; exact: number }
  | { about: 'probes'; count: number }

export const parseArea = (geometries: readonly string[]): CountryArea =>
  countryArea(geometries.map((geometry) => JSON.parse(geometry) as Area))

/** Implements `CountryOutlines` with outlines that are parsed in this process. */
export function answerQuestion(area: CountryArea, question: OutlineQuestion): unknown {
  if (question.about === 'bounds') return area.bounds
  if (question.about === 'probes') return probe(area, question.count)
  return farOff(area, question)
}

async function farOff(
  area: CountryArea,
  { spots: { longitude, latitude }, withinKm, exact }: OutlineQuestion & { about: 'far-off' },
): Promise<Map<number, number | null>> {
  const far = new Map<number, number | null>()
  for (const [i, lon] of longitude.entries()) {
    if (i % 1000 === 999) await setImmediate()
    const lat = latitude[i]
    if (Number.isNaN(lon) || area.distanceKm(lon, lat, withinKm) !== null) continue
    // The exact distance costs a pass along the whole outline.
    far.set(i, far.size < exact ? area.distanceKm(lon, lat) : null)
  }
  return far
}

function probe({ areas, bounds: [west, south, east, north] }: CountryArea, count: number): Spots {
  const step = Math.max(1e-6, Math.sqrt(((east - west) * (north - south)) / count))
  const grid: Grid = {
    width: Math.max(1, Math.ceil((east - west) / step)),
    height: Math.max(1, Math.ceil((north - south) / step)),
    affine: [step, 0, west, 0, -step, north],
    crs: 4326,
  }
  const units = rasterise(grid, areas)
  const { x, y } = cellCentres(grid)
  const inside = Array.from(units.keys()).filter((cell) => units[cell] >= 0)
  return {
    longitude: Float64Array.from(inside, (cell) => x[cell]),
    latitude: Float64Array.from(inside, (cell) => y[cell]),
  }
}
