/** Sets this small are eliminated in their own order. */
const LEAF = 24

/**
 * Nested dissection of lattice nodes by their coordinates (George 1973): the order in which to eliminate them, so that
 * a factor of n nodes has O(n log n) entries. Nodes may have an entry in common if neither coordinate differs by more
 * than `reach`. Any set of nodes will do: with holes, in pieces, in a line.
 */
export function dissectionOrder(columns: Int32Array, rows: Int32Array, reach: number): Int32Array {
  const order = new Int32Array(columns.length)
  let end = 0
  const place = (nodes: Int32Array) => {
    order.set(nodes, end)
    end += nodes.length
  }
  const dissect = (nodes: Int32Array) => {
    const cut = nodes.length > LEAF ? bestCut(nodes, columns, rows, reach) : undefined
    if (!cut) return place(nodes)
    const { coordinates, first } = cut
    dissect(nodes.filter((node) => coordinates[node] < first))
    dissect(nodes.filter((node) => coordinates[node] >= first + reach))
    place(nodes.filter((node) => coordinates[node] >= first && coordinates[node] < first + reach))
  }
  dissect(Int32Array.from(columns, (_, node) => node))
  return order
}

/** Of the cuts `reach` wide from coordinate `first` on that leave about half on each side, that with the fewest nodes. */
function bestCut(nodes: Int32Array, columns: Int32Array, rows: Int32Array, reach: number) {
  const cuts = [columns, rows].flatMap((coordinates) => middleCut(nodes, coordinates, reach) ?? [])
  return cuts.toSorted((a, b) => a.count - b.count).at(0)
}

function middleCut(nodes: Int32Array, coordinates: Int32Array, reach: number) {
  let min = Infinity
  let max = -Infinity
  for (const node of nodes) {
    min = Math.min(min, coordinates[node])
    max = Math.max(max, coordinates[node])
  }
  const length = max - min + 1
  if (length < reach + 2) return undefined
  const counts = new Int32Array(length)
  for (const node of nodes) counts[coordinates[node] - min]++
  let before = counts[0]
  let first = 1
  while (first < length - reach - 1 && before + counts[first] <= nodes.length / 2) before += counts[first++]
  const count = counts.subarray(first, first + reach).reduce((sum, nodesAt) => sum + nodesAt)
  return { coordinates, first: min + first, count }
}
