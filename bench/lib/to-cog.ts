/** What a worker's child does with a raster, statistics included, as a separate program: to-cog.ts in.tif out.tif */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toCog } from '../../service/raster/cog/to-cog.ts'

const [input, output] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'strata-bench-parts-'))
try {
  const { parts } = await toCog(input, folder)
  await pipeline(async function* all() {
    for (const part of parts) yield* createReadStream(part)
  }, createWriteStream(output))
} finally {
  await rm(folder, { recursive: true })
}
