/** Height of an equilateral triangle of side 1. */
const ROW = Math.sqrt(3) / 2
/** Longer diagonal of a rhombus of two triangles of side 1. */
const LONGEST = Math.sqrt(3)

/**
 * A lattice of equilateral triangles in a plane (km). Node (column, row) lies at x = x0 + (column + row/2)·spacing,
 * y = y0 + row·spacing·√3/2, so that its six neighbours are equally far, which keeps the surface nearly isotropic.
 */
export interface Lattice {
  spacingKm: number
  x0: number
  y0: number
  columns: Int32Array
  rows: Int32Array
  /** Three nodes a triangle. */
  triangles: Int32Array
  /** The node at a column and row, −1 if there is none. */
  nodeAt: (column: number, row: number) => number
}

/** The columns and rows that a lattice's neighbourhoods of neighbours span. */
export const LATTICE_REACH = 2

/**
 * The lattice of all triangles within about `marginKm` of places (`plane`: x, y, km). Places without a finite position
 * are rejected.
 */
export function latticeAround(plane: Float64Array, spacingKm: number, marginKm: number): Lattice {
  if (!(spacingKm > 0) || !(marginKm >= 0) || plane.length === 0) {
    throw new RangeError(`A lattice needs places, a spacing and a margin: ${spacingKm} km, ${marginKm} km.`)
  }
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let p = 0; p < plane.length; p += 2) {
    if (!Number.isFinite(plane[p] + plane[p + 1])) throw new RangeError(`Place ${p / 2} has no position.`)
    west = Math.min(west, plane[p])
    east = Math.max(east, plane[p])
    south = Math.min(south, plane[p + 1])
    north = Math.max(north, plane[p + 1])
  }
  const reach = marginKm / spacingKm + LONGEST
  const border = Math.ceil(reach / ROW) + 2
  const height = Math.ceil((north - south) / spacingKm / ROW) + 2 * border + 1
  const skew = Math.ceil(height / 2)
  const width = Math.ceil((east - west) / spacingKm) + 2 * border + skew + 1
  const y0 = south - border * spacingKm * ROW
  const x0 = west - (border + skew) * spacingKm
  const frame = { spacingKm, x0, y0 }
  const cells = cellsNear(plane, frame, width, height, reach)
  return latticeOf(frame, cells, width, height)
}

/** Rhombic cells (two triangles each) whose corner is within `reach` spacings of the corner of one that holds a place. */
function cellsNear(
  plane: Float64Array,
  frame: Pick<Lattice, 'spacingKm' | 'x0' | 'y0'>,
  width: number,
  height: number,
  reach: number,
): Uint8Array {
  const occupied = new Uint8Array(width * height)
  for (let p = 0; p < plane.length; p += 2) {
    const { column, row } = cellOf(frame, plane[p], plane[p + 1])
    occupied[row * width + column] = 1
  }
  const steps: number[] = []
  const limit = Math.ceil(reach / ROW)
  for (let row = -limit; row <= limit; row++) {
    for (let column = -2 * limit; column <= 2 * limit; column++) {
      if (Math.hypot(column + row / 2, row * ROW) <= reach) steps.push(row * width + column)
    }
  }
  const cells = new Uint8Array(width * height)
  occupied.forEach((place, cell) => {
    if (place === 1) for (const step of steps) cells[cell + step] = 1
  })
  return cells
}

function latticeOf(
  frame: Pick<Lattice, 'spacingKm' | 'x0' | 'y0'>,
  cells: Uint8Array,
  width: number,
  height: number,
): Lattice {
  const nodes = new Int32Array(width * height).fill(-1)
  const corners: number[] = []
  cells.forEach((cell, at) => {
    if (cell === 1) corners.push(at, at + 1, at + width, at + 1, at + width + 1, at + width)
  })
  for (const corner of corners) nodes[corner] = 0
  const columns: number[] = []
  const rows: number[] = []
  nodes.forEach((used, at) => {
    if (used === -1) return
    nodes[at] = columns.length
    columns.push(at % width)
    rows.push(Math.floor(at / width))
  })
  const places = { columns: Int32Array.from(columns), rows: Int32Array.from(rows) }
  return {
    ...frame,
    ...places,
    triangles: Int32Array.from(corners, (corner) => nodes[corner]),
    nodeAt: nodesByPlace(places),
  }
}

/** `nodeAt` of a lattice whose nodes have these columns and rows. */
export function nodesByPlace({ columns, rows }: Pick<Lattice, 'columns' | 'rows'>): Lattice['nodeAt'] {
  const most = (values: Int32Array) => values.reduce((high, value) => Math.max(high, value), 0)
  const [width, height] = [most(columns) + 1, most(rows) + 1]
  const nodes = new Int32Array(width * height).fill(-1)
  columns.forEach((column, node) => (nodes[rows[node] * width + column] = node))
  return (column, row) =>
    column >= 0 && row >= 0 && column < width && row < height ? nodes[row * width + column] : -1
}

function cellOf({ spacingKm, x0, y0 }: Pick<Lattice, 'spacingKm' | 'x0' | 'y0'>, x: number, y: number) {
  const v = (y - y0) / (spacingKm * ROW)
  const u = (x - x0) / spacingKm - v / 2
  const [column, row] = [Math.floor(u), Math.floor(v)]
  return { column, row, u: u - column, v: v - row }
}

/**
 * The triangle around a place, and its weights: the surface there is Σ weights[k]·u[nodes[k]], linear within the
 * triangle. Undefined outside the lattice.
 */
export function interpolationAt(
  lattice: Pick<Lattice, 'spacingKm' | 'x0' | 'y0' | 'nodeAt'>,
  x: number,
  y: number,
): { nodes: [number, number, number]; weights: [number, number, number] } | undefined {
  const { column, row, u, v } = cellOf(lattice, x, y)
  const upper = u + v > 1
  const nodes: [number, number, number] = [
    upper ? lattice.nodeAt(column + 1, row + 1) : lattice.nodeAt(column, row),
    upper ? lattice.nodeAt(column, row + 1) : lattice.nodeAt(column + 1, row),
    upper ? lattice.nodeAt(column + 1, row) : lattice.nodeAt(column, row + 1),
  ]
  if (Math.min(...nodes) === -1) return undefined
  return { nodes, weights: upper ? [u + v - 1, 1 - u, 1 - v] : [1 - u - v, u, v] }
}
