/**
 * SHA-256 of bytes that come in pieces (FIPS 180-4); `crypto.subtle` needs them all at once. 32-bit words, big-endian.
 */
interface Sha256 {
  update(bytes: Uint8Array): void
  /** Ends the hash; 64 hexadecimal digits. */
  digest(): string
}

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function rootsOfPrimes(count: number, power: number): Int32Array {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return Int32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32)
}

const K = rootsOfPrimes(64, 1 / 3)
const START = rootsOfPrimes(8, 1 / 2)
const BLOCK = 64

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

function compress(state: Int32Array, words: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const from = at + 4 * i
    words[i] = (bytes[from] << 24) | (bytes[from + 1] << 16) | (bytes[from + 2] << 8) | bytes[from + 3]
  }
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]
    const late = words[i - 2]
    words[i] =
      words[i - 16] +
      words[i - 7] +
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
      (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word
}

export function createSha256(): Sha256 {
  const state = START.slice()
  const words = new Int32Array(64)
  const rest = new Uint8Array(BLOCK)
  let restLength = 0
  let length = 0

  const update = (bytes: Uint8Array) => {
    length += bytes.length
    let at = 0
    if (restLength > 0) {
      at = Math.min(BLOCK - restLength, bytes.length)
      rest.set(bytes.subarray(0, at), restLength)
      restLength += at
      if (restLength < BLOCK) return
      compress(state, words, rest, 0)
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(state, words, bytes, at)
    rest.set(bytes.subarray(at))
    restLength = bytes.length - at
  }

  return {
    update,
    digest() {
      const bits = length * 8
      const padding = new Uint8Array(((119 - (length % BLOCK)) % BLOCK) + 9)
      padding[0] = 0x80
      const end = new DataView(padding.buffer)
      end.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
      end.setUint32(padding.length - 4, bits >>> 0)
      update(padding)
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    },
  }
}

const SLICE = 2 ** 20

export async function sha256OfFile(file: Blob): Promise<string> {
  const hash = createSha256()
  for (let at = 0; at < file.size; at += SLICE)
    // oxlint-disable-next-line no-await-in-loop -- one slice in memory at a time
    hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()))
  return hash.digest()
}
