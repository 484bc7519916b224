/** Zeros that a merged panel may hold, as a share of it, up to so many columns: wide panels pay for themselves. */
const MAX_ZEROS = [
  { columns: 8, share: 0.5 },
  { columns: 16, share: 0.2 },
  { columns: 48, share: 0.1 },
  { columns: Infinity, share: 0.03 },
]

/**
 * The first column of each supernode, and the size at the end: runs of columns whose patterns are nearly nested, so that
 * a dense panel holds them (Ashcraft and Grimes 1989). The tree is in postorder.
 */
export function supernodesOf(parents: Int32Array, counts: Int32Array): Int32Array {
  const size = parents.length
  const firsts: number[] = []
  const heights: number[] = []
  for (let j = 0; j < size; j++) {
    let first = j
    let height = counts[j]
    // The supernode that ends before this one is its last child.
    while (firsts.length > 0 && parents[first - 1] >= first && parents[first - 1] <= j) {
      const child = firsts[firsts.length - 1]
      const childHeight = heights[heights.length - 1]
      const width = first - child
      const merged = (j + 1 - child) * (width + height)
      const zeros = merged - width * childHeight - (j + 1 - first) * height
      const { share } = MAX_ZEROS.find(({ columns }) => j + 1 - child <= columns)!
      if (zeros > share * merged) break
      height += width
      first = child
      firsts.pop()
      heights.pop()
    }
    firsts.push(first)
    heights.push(height)
  }
  return Int32Array.from([...firsts, size])
}
