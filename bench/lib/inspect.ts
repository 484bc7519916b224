/** Statistics and histogram of a raster's first band, as a separate program: inspect.ts in.tif */
import { inspectRaster } from '../../service/raster/inspect.ts'

const { bands } = await inspectRaster(process.argv[2])
console.log(JSON.stringify(bands[0]))
