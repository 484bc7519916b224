/** What a worker's child does to process a raster, as a separate program: reproject.ts in.tif out.tif method */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ResampleMethod } from '../../service/raster/warp/resample.ts'
import { toReferenceCog } from '../../service/raster/cog/to-reference-cog.ts'

const [input, output, method] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'strata-bench-parts-'))
try {
  const plan = { band: 1, method: method as ResampleMethod, nodata: -9999, description: 'bench', folder }
  const { parts } = await toReferenceCog(input, plan)
  await pipeline(async function* all() {
    for (const part of parts) yield* createReadStream(part)
  }, createWriteStream(output))
} finally {
  await rm(folder, { recursive: true })
}
