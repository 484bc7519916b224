import { deflateSync, zstdCompressSync } from 'node:zlib'
import { buildTiff, georeference, type TiffField } from '../../raster/build-tiff.ts'

/** 73 KB that would be 15 GiB decoded: 961 tiles that are all one deflated block. */
export function oneBlockManyTiles(): Buffer {
  const block = deflateSync(Buffer.alloc(4096 * 4096))
  return buildTiff(
    (at) => [
      [256, 4, [31 * 4096]],
      [257, 4, [31 * 4096]],
      [258, 3, [8]],
      [262, 3, [1]],
      [277, 3, [1]],
      [259, 3, [8]],
      [322, 3, [4096]],
      [323, 3, [4096]],
      [324, 4, Array.from({ length: 961 }, () => at)],
      [325, 4, Array.from({ length: 961 }, () => block.length)],
      ...georeference,
    ],
    block,
  )
}

/** 18 KB that take most of a minute to read: `across`² constant tiles of 16 MiB, each with bytes of its own. */
export function slowRaster(across = 6): Buffer {
  const tile = zstdCompressSync(Buffer.alloc(4096 * 4096))
  return buildTiff(
    (at): TiffField[] => [
      [256, 4, [4096 * across]],
      [257, 4, [4096 * across]],
      [258, 3, [8]],
      [259, 3, [50_000]],
      [322, 3, [4096]],
      [323, 3, [4096]],
      [324, 4, Array.from({ length: across ** 2 }, (_, i) => at + i * tile.length)],
      [325, 4, Array.from({ length: across ** 2 }, () => tile.length)],
      ...georeference,
    ],
    Buffer.concat(Array.from({ length: across ** 2 }, () => tile)),
  )
}
