import { buildTiff, georeference, type TiffField } from './build-tiff.ts'

/** One uncompressed strip of samples of `bits` bits; `data` has whole rows. */
export function narrowTiff(
  { width, height, bits, format = 1 }: { width: number; height: number; bits: number; format?: number },
  data: Uint8Array,
  more: TiffField[] = [],
): Buffer {
  return buildTiff(
    (at) => [
      [256, 4, [width]],
      [257, 4, [height]],
      [258, 3, [bits]],
      [259, 3, [1]],
      ...(more.some(([tag]) => tag === 262) ? [] : [[262, 3, [1]] as TiffField]),
      [273, 4, [at]],
      [277, 3, [1]],
      [278, 4, [height]],
      [279, 4, [data.length]],
      [339, 3, [format]],
      ...georeference,
      ...more,
    ],
    data,
  )
}

/** Red, green and blue of the values 0 to 3. */
const COLOURS = [
  [0x11, 0x22, 0x33],
  [0xaa, 0xbb, 0xcc],
  [0x01, 0x02, 0x03],
  [0xff, 0x00, 0x80],
]

/** Values of two bits with a palette: 0 1 2 3 1 / 1 1 0 0 3; the rest of each row's second byte is not theirs. */
export const twoBitPalette = () =>
  narrowTiff(
    { width: 5, height: 2, bits: 2 },
    Uint8Array.of(0b00011011, 0b01_111111, 0b01010000, 0b11_101010),
    [
      [262, 3, [3]],
      [320, 3, [0, 1, 2].flatMap((part) => COLOURS.map((colour) => colour[part] * 257))],
    ],
  )

/** Halves: 1, -2, 65504, 2^-24, 2^-14, -0, infinite, not a number. */
export const halves = () =>
  narrowTiff(
    { width: 8, height: 1, bits: 16, format: 3 },
    new Uint8Array(Uint16Array.of(0x3c00, 0xc000, 0x7bff, 0x0001, 0x0400, 0x8000, 0x7c00, 0x7e00).buffer),
  )

/** Twelve bits: 0xabc 0x123 0xfff / 0 1 0x800. */
export const twelveBits = () =>
  narrowTiff(
    { width: 3, height: 2, bits: 12 },
    Uint8Array.from(Buffer.from('abc123fff0' + '0000018000', 'hex')),
  )
