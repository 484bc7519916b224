/** Largest multiple of a node's step; its negative is the least. */
const MOST = 32767

/**
 * The exponent e of a node's step 2^e: its weights are k·2^e, k a whole number of 16 bits. The largest of them has 15
 * bits, so that the same exponent follows from rounded weights.
 */
export function stepExponent(weights: Float32Array): number {
  let largest = 0
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight))
  const bits = new Uint32Array(Float32Array.of(largest).buffer)[0]
  return Math.max(((bits >>> 23) & 255) - 127, -100) - 14
}

/**
 * Weights of a surface, `draws` for each node, as a file keeps them: multiples of a power of two per node, at most
 * 1/32,768 of its largest weight from the given ones. Maps are computed from these, so that a stored posterior repeats
 * them. Rounding again changes nothing.
 */
export function roundSurface(surface: Float32Array | Float64Array, draws: number): Float32Array {
  const rounded = Float32Array.from(surface)
  for (let from = 0; from < rounded.length; from += draws) {
    const weights = rounded.subarray(from, from + draws)
    const step = 2 ** stepExponent(weights)
    for (let d = 0; d < draws; d++) weights[d] = step * wholeSteps(weights[d], step)
  }
  return rounded
}

/** How many steps a weight is. */
export const wholeSteps = (weight: number, step: number): number =>
  Math.min(Math.max(Math.round(weight / step), -MOST), MOST) | 0
