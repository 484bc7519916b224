export const ASCII = 2
export const SHORT = 3
export const LONG = 4
export const DOUBLE = 12
/** BigTIFF only. */
export const LONG8 = 16

type FieldType = typeof ASCII | typeof SHORT | typeof LONG | typeof DOUBLE | typeof LONG8

/** Texts are Latin-1, one byte per character; they end with a NUL that is added here. */
export type TiffField = [tag: number, type: FieldType, values: ArrayLike<number> | string]

const TYPE_SIZE = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8, [LONG8]: 8 }

/** The sizes in which classic TIFF and BigTIFF differ. */
const SIZES = {
  classic: { count: 2, entry: 12, inline: 4 },
  big: { count: 8, entry: 20, inline: 8 },
}

const even = (n: number) => n + (n % 2)
const valueCount = ([, , values]: TiffField) => values.length + (typeof values === 'string' ? 1 : 0)
const fieldBytes = (field: TiffField) => valueCount(field) * TYPE_SIZE[field[1]]

/** Bytes of a little-endian directory with the values that do not fit into its entries. */
export function directoryBytes(fields: readonly TiffField[], big: boolean): number {
  const { count, entry, inline } = big ? SIZES.big : SIZES.classic
  const outside = fields.map(fieldBytes).filter((bytes) => bytes > inline)
  return count + fields.length * entry + inline + outside.reduce((sum, bytes) => sum + even(bytes), 0)
}

/** Writes the directory at byte `at`. `fields` are sorted by tag; `next` is the offset of the next directory, or 0. */
export function writeDirectory(
  out: Buffer,
  at: number,
  fields: readonly TiffField[],
  next: number,
  big: boolean,
): void {
  const { count, entry, inline } = big ? SIZES.big : SIZES.classic
  const writeWhole = (value: number, to: number) =>
    big ? out.writeBigUInt64LE(BigInt(value), to) : out.writeUInt32LE(value, to)
  if (big) out.writeBigUInt64LE(BigInt(fields.length), at)
  else out.writeUInt16LE(fields.length, at)
  const end = at + count + fields.length * entry
  let outside = end + inline
  fields.forEach((field, i) => {
    const bytes = fieldBytes(field)
    const start = at + count + i * entry
    out.writeUInt16LE(field[0], start)
    out.writeUInt16LE(field[1], start + 2)
    writeWhole(valueCount(field), start + 4)
    let to = start + 4 + inline
    if (bytes > inline) {
      writeWhole(outside, to)
      to = outside
      outside += even(bytes)
    }
    writeValues(out, to, field)
  })
  writeWhole(next, end)
}

function writeValues(out: Buffer, at: number, [, type, values]: TiffField): void {
  if (typeof values === 'string') {
    out.write(`${values}\0`, at, 'latin1')
    return
  }
  for (let i = 0; i < values.length; i++) {
    const to = at + i * TYPE_SIZE[type]
    if (type === SHORT) out.writeUInt16LE(values[i], to)
    else if (type === LONG) out.writeUInt32LE(values[i], to)
    else if (type === LONG8) out.writeBigUInt64LE(BigInt(values[i]), to)
    else out.writeDoubleLE(values[i], to)
  }
}
