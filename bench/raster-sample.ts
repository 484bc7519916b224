/**
 * Values of many bands at many points compared with gdallocationinfo, which reads the points from its input, and with
 * rasterio where Debian's python3-rasterio is installed: node bench/raster-sample.ts [points] [bands] [cells per side]
 * [rounds]. All read the same COG.
 */
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inFolder, makeRaster, own, type Run, sayRatios, timed } from './lib/against-gdal.ts'

const [points = 10_000, bands = 20, side = 2048, rounds = 1] = process.argv.slice(2).map(Number)

/** The interpreter for which Debian installs rasterio. */
const PYTHON = '/usr/bin/python3'
const SCRIPT = fileURLToPath(new URL('lib/sample.py', import.meta.url))
const hasRasterio = spawnSync(PYTHON, ['-c', 'import rasterio']).status === 0

/** Inside the raster, in no order. */
const places = Array.from({ length: points }, (_, i) => [
  2 + 12 * (((i + 1) * 0.618_033_988_749) % 1),
  3 + 12 * (((i + 1) * 0.754_877_666_247) % 1),
])

await inFolder(async (folder) => {
  await makeRaster(folder, side, { bands })
  timed(folder, own('to-cog.ts', 'in.tif', 'cog.tif'))
  const lines = places.map((place) => place.join(' ')).join('\n')
  await writeFile(join(folder, 'points'), lines)
  const peers: [name: string, command: string[], input?: string][] = [
    ['gdallocationinfo', ['gdallocationinfo', '-valonly', '-geoloc', 'cog.tif'], `${lines}\n`],
    ...(hasRasterio ? [['rasterio', [PYTHON, SCRIPT, 'cog.tif', 'points']] as [string, string[]]] : []),
  ]
  for (const [name, command, input] of peers) {
    const ours: Run[] = []
    const theirs: Run[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(timed(folder, own('sample.ts', 'cog.tif', 'points')))
      theirs.push(timed(folder, command, input))
    }
    const [found, expected] = [ours[0], theirs[0]].map(({ output }) => output.trim().split('\n').map(Number))
    const differing = expected.filter((value, i) => Math.fround(value) !== Math.fround(found[i])).length
    if (expected.length !== points * bands || differing > 0)
      throw new Error(`${differing} of ${expected.length} values differ from those of ${name}`)
    sayRatios(`${points} points, ${bands} bands of ${side} × ${side}`, name, ours, theirs)
  }
})
