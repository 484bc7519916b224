import { logGamma } from './likelihood.ts'

/** Normal quantile of 97.5 %. */
export const Z95 = 1.959963984540054

const ITERATIONS = 500
const PRECISION = 1e-14
const TINY = 1e-300

/** P(X > x), X chi-squared with `df` degrees of freedom: Q(df/2, x/2). Press et al. 2007, section 6.2. */
export function chiSquaredTail(x: number, df: number): number {
  if (!(x > 0)) return 1
  const a = df / 2
  const z = x / 2
  const front = Math.exp(a * Math.log(z) - z - logGamma(a))
  if (z < a + 1) {
    let term = 1 / a
    let sum = term
    for (let k = 1; k < ITERATIONS && term > PRECISION * sum; k++) sum += term *= z / (a + k)
    return 1 - front * sum
  }
  return front * continuedFraction(z + 1 - a, (k) => [-k * (k - a), z + 2 * k + 1 - a])
}

/** P(T > t), T Student with `df` degrees of freedom, by the incomplete beta function. Press et al. 2007, section 6.4. */
export function studentTail(t: number, df: number): number {
  const half = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2
  return t > 0 ? half : 1 - half
}

/** The t > 0 with P(T > t) = `tail`, below ½, for T Student with `df` degrees of freedom: by bisection of the tail. */
export function studentQuantile(tail: number, df: number): number {
  let above = 1
  while (studentTail(above, df) > tail) above *= 2
  let below = 0
  for (;;) {
    const middle = (below + above) / 2
    if (middle === below || middle === above) return middle
    if (studentTail(middle, df) > tail) below = middle
    else above = middle
  }
}

/** I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  const fraction = continuedFraction(1, (k) => {
    const m = Math.floor(k / 2)
    const numerator =
      k % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    return [numerator, 1]
  })
  return (front / a) * fraction
}

/** The continued fraction 1/(first + n₁/(d₁ + n₂/(d₂ + …))), by the modified Lentz method; terms are [n, d] from k = 1. */
function continuedFraction(first: number, term: (k: number) => [number, number]): number {
  let c = 1 / TINY
  let d = 1 / (first || TINY)
  let value = d
  for (let k = 1; k < ITERATIONS; k++) {
    const [numerator, denominator] = term(k)
    d = 1 / (denominator + numerator * d || TINY)
    c = denominator + numerator / c || TINY
    value *= c * d
    if (Math.abs(c * d - 1) < PRECISION) break
  }
  return value
}
