/** The known name within a few typing errors (restricted Damerau-Levenshtein distance), or null. */
export const nearestName = (name: string, candidates: readonly string[]): string | null =>
  nearestNames(name, candidates)[0] ?? null

/** Every known name at the least distance, if that is within a few typing errors. */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const target = comparable(name)
  let best: string[] = []
  let distance = Math.max(1, Math.floor(target.length / 3))
  for (const candidate of candidates) {
    const other = comparable(candidate)
    // Each letter too many or too few is one error.
    if (Math.abs(other.length - target.length) > distance) continue
    const d = slips(target, other)
    if (d > distance) continue
    best = d < distance ? [candidate] : [...best, candidate]
    distance = d
  }
  return best
}

const comparable = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .slice(0, 100)

function slips(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, rows[i - 2][j - 2] + 1)
      }
      rows[i][j] = value
    }
  }
  return rows[a.length][b.length]
}
