import type { FileLayout } from '#contract/rasters/asset-list.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import { extentInDegrees } from '../../raster/grids/around-globe.ts'
import { gridBounds } from '../../raster/grid.ts'
import type { Inspection } from '../../raster/inspect.ts'
import { nameOf, unitOf } from '../../raster/systems/projection.ts'
import type { RasterInfo } from '../../raster/cells/read.ts'
import { isOnReferenceGrid, resolutionMetres } from '../../raster/grids/reference-grid.ts'

/** JSON has neither NaN nor infinity. */
export function presentNodata(nodata: number | null): InspectedRaster['nodata'] {
  if (nodata === null || Number.isFinite(nodata)) return nodata
  return nodata > 0 ? 'inf' : nodata < 0 ? '-inf' : 'nan'
}

export function presentLayout(info: RasterInfo): FileLayout {
  const { container, tiled, blockSize, overviews, compression, cloudOptimized } = info
  return {
    container,
    blocks: tiled ? 'tiles' : 'strips',
    block_size: blockSize,
    overviews: overviews.map(({ width, height }) => [width, height]),
    compression,
    cloud_optimized: cloudOptimized,
  }
}

export function presentInspection({ info, bands, preview = null }: Inspection): InspectedRaster {
  return {
    width: info.width,
    height: info.height,
    crs: info.crs,
    crs_name: nameOf(info),
    bounds: [...gridBounds(info)],
    bounds_degrees: extentInDegrees(info) as InspectedRaster['bounds_degrees'],
    crs_unit: unitOf(info),
    affine: [...info.affine],
    data_type: info.dataType,
    nodata: presentNodata(info.nodata),
    compression: info.compression,
    cloud_optimized: info.cloudOptimized,
    on_reference_grid: isOnReferenceGrid(info),
    resolution_m: resolutionMetres(info),
    as_sent: presentLayout(info),
    bands: bands.map(({ band, valid, min, max, mean, sd, histogram, scaling, classes = null }) =>
      valid === 0
        ? {
            band,
            valid,
            min: null,
            max: null,
            mean: null,
            sd: null,
            histogram: null,
            classes: null,
            ...(scaling && { scaling }),
          }
        : { band, valid, min, max, mean, sd, histogram, classes, ...(scaling && { scaling }) },
    ),
    preview: preview && { ...preview, bounds: [...preview.bounds] },
  }
}
