import type { Grid } from '../../../raster/grid.ts'
import { areaBounds, distanceToPolygonKm, inPolygon } from '../../../geometry/point-in-polygon.ts'
import { reachInDegrees } from '../../../geometry/great-circle.ts'
import { rasterise } from '../../../raster/rasterise.ts'
import type { LayerInput } from '../../../modelling/layer-types.ts'
import type { LayerTask } from './layer-task.ts'
import type { MaskedCells } from './mask-cells.ts'
import { WITHIN_KM } from './sample-covariates.ts'

type Level = LayerInput['admin'][number]

/** The admin unit of each cell and of each cluster. */
export function adminIndex(
  admin: LayerTask['admin'],
  grid: Grid,
  cells: MaskedCells,
  clusters: { longitude: Float64Array; latitude: Float64Array },
): Level[] {
  return admin.map(({ level, units }) => {
    const raster = rasterise(
      grid,
      units.map(({ area }) => area),
    )
    return {
      level,
      unitCount: units.length,
      cellUnit: cells.index.map((cell) => raster[cell]),
      clusterUnit: unitsOfPoints(units, clusters.longitude, clusters.latitude),
    }
  })
}

/** The unit that contains a point, else the nearest within 10 km, else −1. */
function unitsOfPoints(
  units: LayerTask['admin'][number]['units'],
  longitude: Float64Array,
  latitude: Float64Array,
): Int32Array {
  const boxes = units.map(({ area }) => areaBounds(area))
  const result = new Int32Array(longitude.length)
  for (let i = 0; i < longitude.length; i++) {
    const [lon, lat] = [longitude[i], latitude[i]]
    const inBox = (unit: number, slackX: number, slackY: number) => {
      const [west, south, east, north] = boxes[unit]
      return lon >= west - slackX && lon <= east + slackX && lat >= south - slackY && lat <= north + slackY
    }
    result[i] = units.findIndex(({ area }, unit) => inBox(unit, 0, 0) && inPolygon(area, lon, lat))
    if (result[i] >= 0) continue
    const [slackX, slackY] = reachInDegrees(lat, WITHIN_KM)
    let nearest = WITHIN_KM
    units.forEach(({ area }, unit) => {
      if (!inBox(unit, slackX, slackY)) return
      const km = distanceToPolygonKm(area, lon, lat)
      if (km <= nearest) {
        nearest = km
        result[i] = unit
      }
    })
  }
  return result
}
