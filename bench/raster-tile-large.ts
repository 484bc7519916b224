/**
 * Cold and warm tiles of a large COG, from a local file and from an object store, compared with a window of
 * gdal_translate: node bench/raster-tile-large.ts [GiB of cells]. 8 GiB need 14 GiB of disk space and take minutes.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createS3FileStore } from '../service/files/s3-file-store.ts'
import { parseS3Address } from '../service/files/s3-address.ts'
import { createCogWriter } from '../service/raster/cog/cog-writer.ts'
import { rangeSource } from '../service/raster/tiff/range-source.ts'
import { gridFields } from '../service/raster/cog/tiff-layout.ts'
import { inFolder } from './lib/against-gdal.ts'
import { serveAsObject } from './lib/object-of-file.ts'
import { compareTiles } from './lib/tiles-against-gdal.ts'

const side = Math.floor(Math.sqrt((Number(process.argv[2] ?? 8) * 2 ** 30) / 4))
const TILE = 512
const DEGREES = 12

/** Waves with noise, written as the product writes a COG, row of tiles by row of tiles. */
async function writeLarge(folder: string, path: string): Promise<void> {
  const scale = DEGREES / side
  const writer = await createCogWriter({
    image: {
      bands: 1,
      dataType: 'float32',
      blockSize: TILE,
      photometric: 1,
      own: gridFields({ affine: [scale, 0, 2, 0, -scale, 15], crs: 4326 }),
    },
    width: side,
    height: side,
    nodata: null,
    overviews: ['average'],
    folder,
  })
  const waves = Float64Array.from({ length: side }, (_, x) => Math.sin(x / 90) * 400)
  await writer.writeBands([1], async function* rows(row) {
    const height = Math.min(TILE, side - row)
    for (let column = 0; column < side; column += TILE * 8) {
      const width = Math.min(TILE * 8, side - column)
      const cells = new Float32Array(width * height)
      for (let i = 0; i < cells.length; i++) {
        const [x, y] = [column + (i % width), row + Math.floor(i / width)]
        const noise = (Math.imul(y * side + x, 2_654_435_761) >>> 0) % 997
        cells[i] = waves[x] + Math.cos(y / 70) * 300 + noise / 100
      }
      yield { column, row, width, height, cells: [cells] }
    }
  })
  const parts = await writer.finish()
  await writer.close()
  await pipeline(async function* all() {
    for (const part of parts) {
      yield* createReadStream(part)
      await rm(part)
    }
  }, createWriteStream(path))
}

await inFolder(async (folder) => {
  const path = join(folder, 'cog.tif')
  await writeLarge(folder, path)
  const gibibytes = ((await stat(path)).size / 2 ** 30).toFixed(1)
  await compareTiles(`tiles of a local file of ${gibibytes} GiB, ${side} × ${side}`, folder, () => path)
  const object = await serveAsObject(path)
  const store = createS3FileStore(parseS3Address(object.url))
  try {
    const version = await store.version('cog.tif')
    await compareTiles('the same file in an object store', folder, () =>
      rangeSource(version.size, async (offset, length) => store.readPart(version, offset, length)),
    )
  } finally {
    object.stop()
  }
})
