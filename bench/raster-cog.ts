/**
 * Check-in of a raster as a COG compared with gdal_translate -of COG, with the same options: node bench/raster-cog.ts
 * [MiB of cells] [rounds] [word of the kinds to measure]. Needs GDAL's programs and GNU time; without them it is skipped.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AS_COG, co, inFolder, makeRaster, own, type Run, sayRatios, timed } from './lib/against-gdal.ts'
import { record } from './lib/record.ts'

const mebibytes = Number(process.argv[2] ?? 64)
const rounds = Number(process.argv[3] ?? 3)
const word = process.argv[4] ?? ''

await inFolder(async (folder) => {
  for (const [name, bands, bytes, options] of [
    ['float32, strips', 1, 4, co('BIGTIFF=NO')],
    ['float32, 6 bands, by pixel', 6, 4, co('TILED=YES', 'COMPRESS=DEFLATE')],
    ['int16, LZW', 1, 2, ['-ot', 'Int16', ...co('COMPRESS=LZW')]],
    ['RGB, LZW', 3, 1, ['-ot', 'Byte', ...co('COMPRESS=LZW', 'PHOTOMETRIC=RGB')]],
  ] as const) {
    if (!name.includes(word)) continue
    const side = Math.floor(Math.sqrt((mebibytes * 2 ** 20) / (bands * bytes)))
    await makeRaster(folder, side, { bands, options })
    const ours: Run[] = []
    const theirs: Run[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(timed(folder, own('to-cog.ts', 'in.tif', 'own.tif')))
      const cog = [...AS_COG, ...co('OVERVIEW_RESAMPLING=AVERAGE')]
      theirs.push(timed(folder, ['gdal_translate', '-q', ...cog, 'in.tif', 'peer.tif']))
    }
    const [size, peer] = await Promise.all(
      ['own.tif', 'peer.tif'].map(async (path) => (await stat(join(folder, path))).size),
    )
    const ratios = sayRatios(`${name}, ${side} × ${side}`, 'gdal_translate', ours, theirs)
    console.log(`  size ${(size / peer).toFixed(2)}`)
    record({
      id: `cog-${name.replaceAll(/\W+/g, '-').toLowerCase()}-${mebibytes}`,
      what: `COG of ${mebibytes} MiB: ${name}`,
      peer: '`gdal_translate -of COG`',
      bound: 'wall ≤ 1.0 ×, memory ≤ 0.3 × at 1 GiB',
      measured: `${ratios}, size ${(size / peer).toFixed(2)}`,
    })
  }
})
