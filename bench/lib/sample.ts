/** The values of every band at points, one per line, as a separate program: sample.ts in.tif points */
import { readFileSync } from 'node:fs'
import { openRaster } from '../../service/raster/cells/read.ts'
import { sampleFile } from '../../service/raster/cells/sample.ts'

const [input, points] = process.argv.slice(2)
const places = readFileSync(points, 'utf8')
  .split('\n')
  .map((line) => line.split(' ').map(Number))
const longitude = places.map(([x]) => x)
const latitude = places.map(([, y]) => y)
const file = await openRaster(input)
const columns: Float64Array[] = []
for (let band = 1; band <= file.info.bands; band++)
  // oxlint-disable-next-line no-await-in-loop -- as a job samples its covariates
  columns.push((await sampleFile(file, longitude, latitude, { band })).values)
await file.close()
const lines = places.map((_, i) =>
  columns.map((values) => (Number.isNaN(values[i]) ? -9999 : values[i])).join('\n'),
)
process.stdout.write(`${lines.join('\n')}\n`)
