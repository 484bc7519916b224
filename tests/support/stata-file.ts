const NAME = 33
const FORMAT = 49
const ABOUT = 81

/** A Stata file of version 114 whose variables are all of type double. */
export function stataFile(names: readonly string[], rows: readonly (readonly number[])[]): Buffer {
  const count = names.length
  const head = Buffer.alloc(109)
  head.set([114, 2, 1])
  head.writeUInt16LE(count, 4)
  head.writeUInt32LE(rows.length, 6)
  const fields = Buffer.alloc(NAME * count)
  names.forEach((name, i) => fields.write(name, NAME * i))
  const rest = Buffer.alloc(2 * (count + 1) + (FORMAT + NAME + ABOUT) * count + 5)
  const data = Buffer.alloc(8 * count * rows.length)
  rows.flat().forEach((value, i) => data.writeDoubleLE(value, 8 * i))
  return Buffer.concat([head, Buffer.alloc(count, 255), fields, rest, data])
}
