/** Width of a panel in log range, and Chebyshev nodes in it: errors are below 1e-10, see the test. */
const PANEL = 0.5
const NODES = 10

/**
 * A smooth function of the log range and its derivative, interpolated at Chebyshev points of panels that are computed
 * when first needed. log |κ²C + G| = Σ log(κ² + λ) + const is analytic in log κ² up to ±π beside the real axis, so that
 * ten points a panel leave errors of 1e-11; they cost less than three determinants with their derivatives.
 */
export function determinantTable(
  valueAt: (logRange: number) => number,
): (logRange: number) => { value: number; slope: number } {
  const panels = new Map<number, Float64Array>()
  return (logRange) => {
    const panel = Math.floor(logRange / PANEL)
    const middle = (panel + 0.5) * PANEL
    let coefficients = panels.get(panel)
    if (!coefficients) {
      const values = Array.from({ length: NODES }, (_, k) =>
        valueAt(middle + 0.5 * PANEL * Math.cos(angleOf(k))),
      )
      coefficients = Float64Array.from({ length: NODES }, (_, m) => {
        const sum = values.reduce((total, value, k) => total + value * Math.cos(m * angleOf(k)), 0)
        return (sum * (m === 0 ? 1 : 2)) / NODES
      })
      panels.set(panel, coefficients)
    }
    const x = (logRange - middle) / (0.5 * PANEL)
    // T_m and T'_m = m·U_(m−1) by their recurrences.
    let [value, slope] = [coefficients[0] + coefficients[1] * x, coefficients[1]]
    let [t0, t1, u0, u1] = [1, x, 1, 2 * x]
    for (let m = 2; m < NODES; m++) {
      ;[t0, t1] = [t1, 2 * x * t1 - t0]
      value += coefficients[m] * t1
      slope += coefficients[m] * m * u1
      ;[u0, u1] = [u1, 2 * x * u1 - u0]
    }
    return { value, slope: slope / (0.5 * PANEL) }
  }
}

const angleOf = (k: number) => (Math.PI * (k + 0.5)) / NODES
