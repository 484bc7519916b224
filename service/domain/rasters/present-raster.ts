import type { InspectedRaster } from '#contract/assets.ts'
import { extentInDegrees } from '../../raster/around-globe.ts'
import { gridBounds } from '../../raster/grid.ts'
import type { Inspection } from '../../raster/inspect.ts'
import { nameOf } from '../../raster/projection.ts'
import { isOnReferenceGrid, resolutionMetres } from '../../raster/reference-grid.ts'

/** JSON has neither NaN nor infinity. */
export function presentNodata(nodata: number | null): InspectedRaster['nodata'] {
  if (nodata === null || Number.isFinite(nodata)) return nodata
  return nodata > 0 ? 'inf' : nodata < 0 ? '-inf' : 'nan'
}

export function presentInspection({ info, bands }: Inspection): InspectedRaster {
  return {
    width: info.width,
    height: info.height,
    crs: info.crs,
    crs_name: nameOf(info),
    bounds: [...gridBounds(info)],
    bounds_degrees: extentInDegrees(info) as InspectedRaster['bounds_degrees'],
    data_type: info.dataType,
    nodata: presentNodata(info.nodata),
    compression: info.compression,
    cloud_optimized: info.cloudOptimized,
    on_reference_grid: isOnReferenceGrid(info),
    resolution_m: resolutionMetres(info),
    bands: bands.map(({ band, valid, min, max, mean, sd, histogram }) =>
      valid === 0
        ? { band, valid, min: null, max: null, mean: null, sd: null, histogram: null }
        : { band, valid, min, max, mean, sd, histogram },
    ),
  }
}
