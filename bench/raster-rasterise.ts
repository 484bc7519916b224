/**
 * Scanline rasterising of Nigeria's states, compared with a point-in-polygon test per cell: node
 * bench/raster-rasterise.ts
 */
import { readFileSync } from 'node:fs'
import type { FeatureCollection } from 'geojson'
import { cellCentres, type Grid } from '../service/raster/grid.ts'
import { areaBounds, inPolygon, type Area } from '../service/geometry/point-in-polygon.ts'
import { rasterise } from '../service/raster/grids/rasterise.ts'

const path = new URL('../samples/nigeria/adm1.geojson', import.meta.url)
const areas = (JSON.parse(readFileSync(path, 'utf8')) as FeatureCollection).features.map(
  (f) => f.geometry as Area,
)
const cell = 1 / 24
const grid: Grid = { width: 289, height: 232, affine: [cell, 0, 64 / 24, 0, -cell, 334 / 24], crs: 4326 }
const { x, y } = cellCentres(grid)
const boxes = areas.map(areaBounds)
const holds = (unit: number, lon: number, lat: number) => {
  const [west, south, east, north] = boxes[unit]
  return lon >= west && lon <= east && lat >= south && lat <= north && inPolygon(areas[unit], lon, lat)
}
const time = (work: () => ArrayLike<number>) => {
  work()
  const start = performance.now()
  const units = work()
  return { ms: performance.now() - start, units }
}
const own = time(() => rasterise(grid, areas))
const peer = time(() => Int32Array.from(x, (lon, i) => areas.findIndex((_, unit) => holds(unit, lon, y[i]))))
const differing = Array.from(own.units).filter((unit, i) => unit !== peer.units[i]).length
console.log(
  `rasterise 37 states on 289 × 232: own ${own.ms.toFixed(1)} ms, point by point ${peer.ms.toFixed(1)} ms, ratio ${(own.ms / peer.ms).toFixed(3)}, differing cells ${differing}`,
)
