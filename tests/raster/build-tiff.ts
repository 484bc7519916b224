export type TiffField = [tag: number, type: 2 | 3 | 4 | 12, values: number[]]

const BYTES = { 2: 1, 3: 2, 4: 4, 12: 8 }

/** North-up cells of 0.001 degrees in EPSG:4326. */
export const georeference: TiffField[] = [
  [33550, 12, [0.001, 0.001, 0]],
  [33922, 12, [0, 0, 0, 1, 8, 0]],
  [34735, 3, [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]],
]

/** A little-endian TIFF with one directory, followed by `data`; `fields` gets the data's offset. */
export function buildTiff(
  fields: (dataAt: number) => TiffField[],
  data: Uint8Array = Buffer.alloc(0),
  next = 0,
): Buffer {
  const lay = (dataAt: number) => {
    const list = fields(dataAt).sort((a, b) => a[0] - b[0])
    const head = Buffer.alloc(8 + 2 + list.length * 12 + 4)
    head.write('II')
    head.writeUInt16LE(42, 2)
    head.writeUInt32LE(8, 4)
    head.writeUInt16LE(list.length, 8)
    const outside: Buffer[] = []
    let at = head.length
    list.forEach(([tag, type, values], i) => {
      const bytes = Buffer.alloc(Math.max(4, values.length * BYTES[type]))
      values.forEach((value, k) => {
        if (type === 2) bytes.writeUInt8(value, k)
        else if (type === 3) bytes.writeUInt16LE(value, k * 2)
        else if (type === 4) bytes.writeUInt32LE(value, k * 4)
        else bytes.writeDoubleLE(value, k * 8)
      })
      const p = 10 + i * 12
      head.writeUInt16LE(tag, p)
      head.writeUInt16LE(type, p + 2)
      head.writeUInt32LE(values.length, p + 4)
      if (values.length * BYTES[type] <= 4) bytes.copy(head, p + 8)
      else {
        head.writeUInt32LE(at, p + 8)
        outside.push(bytes)
        at += bytes.length
      }
    })
    head.writeUInt32LE(next, head.length - 4)
    return Buffer.concat([head, ...outside])
  }
  return Buffer.concat([lay(lay(0).length), data])
}
