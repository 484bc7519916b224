import type { Grid } from '../../../raster/grid.ts'
import { type AreaEdges, indexArea } from '../../../geometry/area-edges.ts'
import { areaBounds } from '../../../geometry/point-in-polygon.ts'
import { reachInDegrees } from '../../../geometry/great-circle.ts'
import { mainUnits } from '#service/raster/grids/cell-shares.ts'
import { rasterise } from '#service/raster/grids/rasterise.ts'
import type { LayerInput } from '../../../modelling/layer-types.ts'
import type { LayerTask } from './layer-task.ts'
import type { MaskedCells } from './mask-cells.ts'
import { WITHIN_KM } from './sample-covariates.ts'

type Level = LayerInput['admin'][number]
type Units = LayerTask['admin'][number]['units']

/**
 * The admin unit of each cell and of each cluster: the one that contains the cell's centre. Where people are counted, a
 * cell whose centre is in no unit goes to the one with most of its area, else the nearest, so that no one is left out.
 */
export function adminIndex(
  admin: LayerTask['admin'],
  grid: Grid,
  cells: MaskedCells,
  clusters: { longitude: Float64Array; latitude: Float64Array },
): Level[] {
  return admin.map(({ level, units }) => {
    const areas = units.map(({ area }) => area)
    const raster = rasterise(grid, areas)
    const cellUnit = cells.index.map((cell) => raster[cell])
    if (cells.population) placeOthers(cellUnit, units, grid, cells)
    return {
      level,
      unitCount: units.length,
      cellUnit,
      clusterUnit: unitsOfPoints(units, clusters.longitude, clusters.latitude),
    }
  })
}

function placeOthers(cellUnit: Int32Array, units: Units, grid: Grid, cells: MaskedCells): void {
  const without = (positions: Iterable<number>) => [...positions].filter((i) => cellUnit[i] < 0)
  const others = without(cellUnit.keys())
  const areas = units.map(({ area }) => area)
  mainUnits(
    grid,
    areas,
    others.map((i) => cells.index[i]),
  ).forEach((unit, at) => (cellUnit[others[at]] = unit))
  const slivers = without(others)
  const pick = (values: Float64Array) => Float64Array.from(slivers, (i) => values[i])
  unitsOfPoints(units, pick(cells.longitude), pick(cells.latitude)).forEach(
    (unit, at) => (cellUnit[slivers[at]] = unit),
  )
}

/** The unit that contains a point, else the nearest within 10 km (or `withinKm`), else −1. */
export function unitsOfPoints(
  units: Units,
  longitude: Float64Array,
  latitude: Float64Array,
  withinKm = WITHIN_KM,
): Int32Array {
  const boxes = units.map(({ area }) => areaBounds(area))
  const indexes = units.map((): AreaEdges | null => null)
  const edgesOf = (unit: number) => (indexes[unit] ??= indexArea(units[unit].area))
  const result = new Int32Array(longitude.length)
  for (let i = 0; i < longitude.length; i++) {
    const [lon, lat] = [longitude[i], latitude[i]]
    const inBox = (unit: number, slackX: number, slackY: number) => {
      const [west, south, east, north] = boxes[unit]
      return lon >= west - slackX && lon <= east + slackX && lat >= south - slackY && lat <= north + slackY
    }
    result[i] = units.findIndex((_, unit) => inBox(unit, 0, 0) && edgesOf(unit).contains(lon, lat))
    if (result[i] >= 0) continue
    const [slackX, slackY] = reachInDegrees(lat, withinKm)
    let nearest = withinKm
    units.forEach((_, unit) => {
      if (!inBox(unit, slackX, slackY)) return
      const km = edgesOf(unit).distanceKm(lon, lat, slackX, slackY)
      if (km <= nearest) {
        nearest = km
        result[i] = unit
      }
    })
  }
  return result
}
