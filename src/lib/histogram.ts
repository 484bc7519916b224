/** Smallest and largest value, and how many are in each of `bins` equal parts between them; undefined without values. */
export function histogramOf(values: readonly number[], bins: number) {
  if (values.length === 0) return undefined
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const histogram = Array<number>(bins).fill(0)
  for (const value of values)
    histogram[max > min ? Math.min(bins - 1, Math.floor(((value - min) / (max - min)) * bins)) : 0]! += 1
  return { min, max, histogram }
}
