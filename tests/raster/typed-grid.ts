import { ARRAYS, type DataType } from '#service/raster/data-types.ts'
import { type TiffField, buildTiff } from './build-tiff.ts'

/** A raster of cells of a quarter of a degree in EPSG:4326, or smaller ones; `fields` replace those of their tags. */
export function typedGrid(
  type: DataType,
  value: (x: number, y: number) => number,
  [width, height, degrees] = [30, 20, 0.25],
  fields: readonly TiffField[] = [],
): Buffer {
  const cells = new ARRAYS[type](width * height)
  for (let i = 0; i < cells.length; i++) cells[i] = value(i % width, Math.floor(i / width))
  const own = new Set(fields.map(([tag]) => tag))
  return buildTiff((at) => {
    const usual: TiffField[] = [
      [256, 4, [width]],
      [257, 4, [height]],
      [258, 3, [8 * cells.BYTES_PER_ELEMENT]],
      [259, 3, [1]],
      [262, 3, [1]],
      [273, 4, [at]],
      [277, 3, [1]],
      [278, 4, [height]],
      [279, 4, [cells.byteLength]],
      [339, 3, [type.startsWith('u') ? 1 : type.startsWith('i') ? 2 : 3]],
      [33550, 12, [degrees, degrees, 0]],
      [33922, 12, [0, 0, 0, 2.5, 11, 0]],
      [34735, 3, [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]],
    ]
    return [...usual.filter(([tag]) => !own.has(tag)), ...fields]
  }, new Uint8Array(cells.buffer))
}
