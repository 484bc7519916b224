/**
 * Cold and warm tiles compared with a window of gdal_translate, and decoding a whole band compared with geotiff.js: node
 * bench/raster-tile.ts [cells per side]. 16,384 cells per side are 1 GiB.
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromArrayBuffer } from 'geotiff'
import { createBlockCache } from '../service/raster/cells/block-cache.ts'
import { openRaster, readBand } from '../service/raster/cells/read.ts'
import { renderTile } from '../service/raster/tiles/tile.ts'
import { writeCog } from '../service/raster/cog/write-cog.ts'
import { inFolder } from './lib/against-gdal.ts'
import { median } from './lib/bench-database.ts'
import { record } from './lib/record.ts'
import { compareTiles } from './lib/tiles-against-gdal.ts'

const side = Number(process.argv[2] ?? 4096)
const values = Float32Array.from(
  { length: side * side },
  (_, i) => Math.sin((i % side) / 90) * 400 + Math.cos(i / side / 70) * 300 + ((i * 2654435761) % 997) / 100,
)
const affine = [12 / side, 0, 2, 0, -12 / side, 15] as const
let start = performance.now()
const cog = writeCog({ width: side, height: side, affine, crs: 4326, values })
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
console.log(
  `write COG, ${side} × ${side} float32: ${Math.round(performance.now() - start)} ms, ${megabytes(cog.length)}`,
)

const file = await openRaster(cog)
const timeTiles = async (fresh: boolean) => {
  const times: number[] = []
  for (let i = 0; i < 54; i++) {
    const z = 5 + (i % 7)
    const at = (share: number) => Math.floor(share * 2 ** z)
    const raster = fresh ? { ...file, cache: createBlockCache() } : file
    start = performance.now()
    const place = 0.02 * ((i * 37) % 11) * 0.1
    await renderTile({ file: raster, z, x: at(0.515 + place), y: at(0.475 - place), min: -700, max: 700 })
    times.push(performance.now() - start)
  }
  return median(times)
}
await timeTiles(false)
console.log(
  `tile 256 px, median of 54: cold ${(await timeTiles(true)).toFixed(1)} ms, warm ${(await timeTiles(false)).toFixed(1)} ms`,
)

const own: number[] = []
const peer: number[] = []
const plain = new Uint8Array(readFileSync(new URL('../samples/nigeria/nga_elevation.tif', import.meta.url)))
for (let i = 0; i < 3; i++) {
  start = performance.now()
  await readBand({ ...file, cache: createBlockCache(0) })
  own.push(performance.now() - start)
  start = performance.now()
  await (await (await fromArrayBuffer(new Uint8Array(cog).buffer)).getImage(0)).readRasters()
  peer.push(performance.now() - start)
}
console.log(
  `whole band: own ${Math.round(median(own))} ms, geotiff.js ${Math.round(median(peer))} ms, ratio ${(median(own) / median(peer)).toFixed(2)}`,
)
start = performance.now()
for (let i = 0; i < 20; i++) await readBand(await openRaster(plain, { cache: createBlockCache(0) }))
console.log(`sample band of 289 × 232, opened and read: ${((performance.now() - start) / 20).toFixed(1)} ms`)

await inFolder(async (folder) => {
  await writeFile(join(folder, 'cog.tif'), cog)
  const found = await compareTiles(`tiles of a file of ${megabytes(cog.length)}`, folder)
  for (const [state, bound] of [
    ['cold', '≤ 0.3 ×; p95 ≤ 60 ms'],
    ['warm', 'p95 ≤ 20 ms'],
  ] as const)
    record({
      id: `tile-${state}-${side}`,
      what: `${state} tile of a COG of ${side} × ${side} float32`,
      peer: 'a window by `gdal_translate`',
      bound,
      measured: found[state],
    })
})
