/** For each row of a symmetric pattern, the columns below the diagonal that it is in. */
export interface RowPattern {
  starts: Int32Array
  columns: Int32Array
}

/** The parent of each column in the elimination tree, −1 at a root (Liu 1990; Davis 2006, section 4.1). */
export function eliminationTree({ starts, columns }: RowPattern): Int32Array {
  const size = starts.length - 1
  const parents = new Int32Array(size).fill(-1)
  const ancestors = new Int32Array(size).fill(-1)
  for (let i = 0; i < size; i++) {
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      let j = columns[k]
      while (j !== -1 && j < i) {
        const next = ancestors[j]
        ancestors[j] = i
        if (next === -1) parents[j] = i
        j = next
      }
    }
  }
  return parents
}

/** The columns in an order in which each subtree is one run, ending with its root; siblings keep their order. */
export function postorder(parents: Int32Array): Int32Array {
  const size = parents.length
  const firstChild = new Int32Array(size).fill(-1)
  const nextSibling = new Int32Array(size).fill(-1)
  for (let j = size - 1; j >= 0; j--) {
    if (parents[j] === -1) continue
    nextSibling[j] = firstChild[parents[j]]
    firstChild[parents[j]] = j
  }
  const order = new Int32Array(size)
  let end = 0
  const open: number[] = []
  for (let root = 0; root < size; root++) {
    if (parents[root] !== -1) continue
    open.push(root)
    while (open.length > 0) {
      const j = open[open.length - 1]
      const child = firstChild[j]
      if (child === -1) {
        order[end++] = j
        open.pop()
      } else {
        firstChild[j] = nextSibling[child]
        open.push(child)
      }
    }
  }
  return order
}

/** The number of entries of each column of the factor, its diagonal included. */
export function factorCounts({ starts, columns }: RowPattern, parents: Int32Array): Int32Array {
  const size = parents.length
  const counts = new Int32Array(size).fill(1)
  const mark = new Int32Array(size).fill(-1)
  for (let i = 0; i < size; i++) {
    mark[i] = i
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      for (let j = columns[k]; mark[j] !== i; j = parents[j]) {
        counts[j]++
        mark[j] = i
      }
    }
  }
  return counts
}
