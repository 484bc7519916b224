import { ARRAYS, type DataType } from '#service/raster/data-types.ts'
import { buildTiff, georeference, type TiffField } from './build-tiff.ts'

const text = (value: string) => [...Buffer.from(`${value}\0`, 'latin1')]

export const nodataField = (value: string): TiffField => [42113, 2, text(value)]

export const metadataField = (...items: string[]): TiffField => [
  42112,
  2,
  text(`<GDALMetadata>\n${items.map((item) => `  <Item ${item}</Item>\n`).join('')}</GDALMetadata>\n`),
]

export const scaledBy = (scale: number, offset: number): TiffField =>
  metadataField(
    `name="OFFSET" sample="0" role="offset">${offset}`,
    `name="SCALE" sample="0" role="scale">${scale}`,
  )

/** One strip of cells; fields replace those that it would have. */
export function cellsTiff(
  type: DataType,
  width: number,
  cells: readonly number[],
  more: TiffField[] = [],
  { bits = ARRAYS[type].BYTES_PER_ELEMENT * 8 } = {},
): Buffer {
  const data = bits === 16 && type === 'float32' ? Uint16Array.from(cells) : ARRAYS[type].from(cells as never)
  const format = type.startsWith('float') ? 3 : type.startsWith('int') ? 2 : 1
  const own = (at: number): TiffField[] => [
    [256, 4, [width]],
    [257, 4, [cells.length / width]],
    [258, 3, [bits]],
    [259, 3, [1]],
    [262, 3, [1]],
    [273, 4, [at]],
    [277, 3, [1]],
    [278, 4, [cells.length / width]],
    [279, 4, [data.byteLength]],
    [339, 3, [format]],
    ...georeference,
  ]
  const replaced = new Set(more.map(([tag]) => tag))
  return buildTiff(
    (at) => [
      ...own(at).filter(([tag]) => !replaced.has(tag)),
      ...more.filter(([, , values]) => values.length > 0),
    ],
    new Uint8Array(data.buffer),
  )
}
