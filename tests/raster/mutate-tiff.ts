/** As unsigned 32 bits, two 16 bits, float32 or half of a float64: limits, signs, fractions, infinity and NaN. */
const ODD = [
  0, 1, 2, 7, 0x7f, 0xff, 0x100, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe,
  0xffffff00, 0x3f800000, 0x3fc00000, 0xbf800000, 0x7f800000, 0x7fc00000, 0x3ff80000, 0xbff00000, 0x43e00000,
]
/** All field types of TIFF 6 and BigTIFF, and two that do not exist. */
const TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19]

interface Entry {
  at: number
  big: boolean
  little: boolean
}

/**
 * A copy of a TIFF with a few defects: type, count or value of entries in its first directory changed to odd ones,
 * bytes of the header or of the whole file changed, the end cut off. The same random numbers give the same mutant.
 */
export function mutateTiff(original: Buffer, random: () => number): Buffer {
  const out = Buffer.from(original)
  const below = (n: number) => Math.floor(random() * n)
  const entries = entriesOf(original)
  const turns = 1 + below(4)
  for (let k = 0; k < turns; k++) {
    const kind = random()
    if (kind < 0.6) mutateEntry(out, entries[below(entries.length)], below)
    else {
      const reach = kind < 0.9 ? Math.min(400, out.length) : out.length
      out[4 + below(reach - 4)] = below(256)
    }
  }
  return random() < 0.1 ? out.subarray(0, below(out.length)) : out
}

function mutateEntry(out: Buffer, { at, big, little }: Entry, below: (n: number) => number): void {
  const write16 = (value: number, to: number) =>
    little ? out.writeUInt16LE(value, to) : out.writeUInt16BE(value, to)
  const write32 = (value: number, to: number) =>
    little ? out.writeUInt32LE(value, to) : out.writeUInt32BE(value, to)
  const odd = () => ODD[below(ODD.length)]
  const part = below(4)
  // Another type turns the same bytes into negative, fractional or infinite numbers.
  if (part <= 1) write16(TYPES[below(TYPES.length)], at + 2)
  if (part === 2) write32(odd(), at + 4 + (big ? 4 * below(2) : 0))
  else write32(odd(), at + (big ? 12 + 4 * below(2) : 8))
}

/** The positions of the first directory's entries. */
function entriesOf(bytes: Buffer): Entry[] {
  const little = bytes.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const big = u16(2) === 43
  // The originals are small: the low half of a 64-bit number is the whole value.
  const first = big ? u32(little ? 8 : 12) : u32(4)
  const count = big ? u32(little ? first : first + 4) : u16(first)
  const entryBytes = big ? 20 : 12
  return Array.from({ length: count }, (_, i) => ({
    at: first + (big ? 8 : 2) + i * entryBytes,
    big,
    little,
  }))
}
