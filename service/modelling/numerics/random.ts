export interface Random {
  /** Uniform integer in [0, 2^32). */
  uint32(): number
  /** Uniform in (0, 1), 53 bits, never 0. */
  uniform(): number
  /** Standard normal. */
  normal(): number
  /** Uniform integer in [0, bound). */
  below(bound: number): number
  /** The stream from here on, apart from this one. */
  copy(): Random
}

/** Seeds the four words of xoshiro from one number (splitmix32), so that near seeds give unrelated streams. */
function splitmix32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

const rotateLeft = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/**
 * xoshiro128** (Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators", ACM TOMS 47:4).
 * Normals by Marsaglia's polar method. `words` sets the state directly, `other` the second normal of a pair.
 */
export function xoshiro128(
  words: readonly [number, number, number, number],
  other: number | null = null,
): Random {
  let [s0, s1, s2, s3] = words
  let spare = other ?? 0
  let hasSpare = other !== null

  function uint32(): number {
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotateLeft(s3, 11)
    return result
  }

  function uniform(): number {
    const high = uint32() >>> 5
    const low = uint32() >>> 6
    return (high * 67108864 + low + 0.5) / 9007199254740992
  }

  function normal(): number {
    if (hasSpare) {
      hasSpare = false
      return spare
    }
    let u: number
    let v: number
    let square: number
    do {
      u = uint32() / 2147483648 - 1
      v = uint32() / 2147483648 - 1
      square = u * u + v * v
    } while (square >= 1 || square === 0)
    const scale = Math.sqrt((-2 * Math.log(square)) / square)
    spare = v * scale
    hasSpare = true
    return u * scale
  }

  return {
    uint32,
    uniform,
    normal,
    below: (bound) => Math.floor(uniform() * bound),
    copy: () => xoshiro128([s0, s1, s2, s3], hasSpare ? spare : null),
  }
}

/** The random stream for a seed; `stream` separates the uses within one job. */
export function seededRandom(seed: number, stream = 0): Random {
  const next = splitmix32((seed ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0)
  return xoshiro128([next(), next(), next(), next() | 1])
}

/** Fisher–Yates over 0 … length − 1. */
export function shuffledIndices(length: number, random: Random): Int32Array {
  const order = Int32Array.from({ length }, (_, index) => index)
  for (let last = length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const held = order[last]
    order[last] = order[other]
    order[other] = held
  }
  return order
}
