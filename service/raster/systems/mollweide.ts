/** What proj4 knows of a system: radius and false origin in metres, central meridian in radians. */
interface System {
  a: number
  long0: number
  x0: number
  y0: number
}

/** How far rounding may move an angle or share beyond its limit. */
const ROUNDING = 1e-9

/**
 * Mollweide for proj4, whose own iteration never ends near a pole, and whose inverse moves a point outside the ellipse
 * onto its edge.
 *
 * x = (2√2/π)·a·λ·cos θ, y = √2·a·sin θ, 2θ + sin 2θ = π·sin φ (Snyder, Map Projections: A Working Manual, 1987,
 * p. 251), on a sphere of the ellipsoid's semi-major axis, as in PROJ. With s = π − 2|θ|: s − sin s = π·(1 − sin |φ|),
 * cos θ = sin(s/2) and sin |θ| = cos(s/2), which is precise up to the poles. Radians and metres; NaN off the globe.
 */
export const mollweide = {
  names: ['Mollweide', 'moll'],

  init(this: Partial<System>): void {
    this.long0 ??= 0
    this.x0 ??= 0
    this.y0 ??= 0
  },

  forward<Point extends { x: number; y: number }>(this: System, point: Point): Point {
    const fromPole = Math.PI / 2 - Math.abs(point.y)
    const s = fromPole < -ROUNDING ? Number.NaN : solve(2 * Math.PI * Math.sin(fromPole / 2) ** 2)
    const half = widthAt(s, this.a)
    point.x = this.x0 + (half * withinTurn(point.x - this.long0)) / Math.PI
    point.y = this.y0 + Math.sign(point.y) * Math.SQRT2 * this.a * Math.cos(s / 2)
    return point
  },

  inverse<Point extends { x: number; y: number }>(this: System, point: Point): Point {
    const sine = (point.y - this.y0) / (Math.SQRT2 * this.a)
    const s = 2 * Math.acos(atMostOne(Math.abs(sine)))
    const east = point.x - this.x0
    const share = east === 0 ? 0 : atMostOne(Math.abs(east) / widthAt(s, this.a))
    point.x = withinTurn(this.long0 + Math.sign(east) * share * Math.PI)
    point.y = Math.sign(sine) * (Math.PI / 2 - 2 * Math.asin(Math.sqrt((s - Math.sin(s)) / (2 * Math.PI))))
    return point
  },
}

/** Distance from the central meridian to the edge of the ellipse. */
const widthAt = (s: number, a: number) => 2 * Math.SQRT2 * a * Math.sin(s / 2)

const atMostOne = (share: number) => (share > 1 + ROUNDING ? Number.NaN : Math.min(1, share))

const withinTurn = (angle: number) =>
  Math.abs(angle) <= Math.PI + ROUNDING ? angle : angle - Math.sign(angle) * 2 * Math.PI

/** s of s − sin s = c, 0 ≤ c ≤ π, by Newton's method from below: the left side is convex. */
function solve(c: number): number {
  let s = Math.cbrt(6 * c)
  // So near to the pole, the cubic term alone is more precise than the difference.
  if (s < 1e-4) return s
  for (let i = 0, step = 1; i < 20 && Math.abs(step) > 1e-13; i++) {
    step = (s - Math.sin(s) - c) / (1 - Math.cos(s))
    s -= step
  }
  return s
}
