import type { Bounds } from '../grid.ts'

const PLACE = 'WEST NORTH EAST SOUTH'

/** Cuts a raster of any system to bounds in degrees. */
export const CUT_COMMAND = `gdal_translate -projwin ${PLACE} -projwin_srs EPSG:4326 in.tif out.tif`

/** A message whose command cuts to these bounds, which must not cross 180°. */
export function cuttingTo(message: string, [west, south, east, north]: Bounds): string {
  if (west > east) return message
  const outward = [
    Math.floor(west * 100),
    Math.ceil(north * 100),
    Math.ceil(east * 100),
    Math.floor(south * 100),
  ]
  return message.replace(PLACE, outward.map((hundredths) => hundredths / 100).join(' '))
}
