const EULER = 0.577_215_664_901_532_9

/**
 * K₁(x), the modified Bessel function of the second kind, for x > 0, to a relative error of 1e-13; infinite at 0, 0
 * where it underflows. DLMF 10.31.1 up to 2, above it 10.32.9, ∫exp(−x·cosh t)·cosh t dt, by the trapezoid rule, which
 * converges geometrically.
 */
export function besselK1(x: number): number {
  return x > 2 ? integral(x) : series(x)
}

function series(x: number): number {
  if (x === 0) return Infinity
  const log = Math.log(x / 2)
  const quarter = (x * x) / 4
  let term = x / 2
  let harmonic = 0.5 - EULER
  let sum = 1 / x
  for (let k = 1; term > 1e-18 * sum; k++) {
    sum += term * (log - harmonic)
    term *= quarter / (k * (k + 1))
    harmonic += 0.5 / k + 0.5 / (k + 1)
  }
  return sum
}

function integral(x: number): number {
  const step = 0.7 / Math.sqrt(x + 6)
  let sum = 0.5
  for (let t = step; ; t += step) {
    // cosh t − 1, without the loss of digits at small t.
    const rise = 2 * Math.sinh(t / 2) ** 2
    if (!(x * rise <= 40)) return step * sum * Math.exp(-x)
    sum += Math.exp(-x * rise) * (1 + rise)
  }
}
