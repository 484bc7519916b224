import { type RasterInfo, openRaster } from '#service/raster/cells/read.ts'

export async function readInfo(input: Parameters<typeof openRaster>[0]): Promise<RasterInfo> {
  const file = await openRaster(input)
  await file.close()
  return file.info
}
