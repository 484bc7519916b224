interface Bounds {
  west: number
  south: number
  span: number
}

function boundsOf(plane: Float64Array): Bounds {
  let west = Infinity
  let east = -Infinity
  let south = Infinity
  let north = -Infinity
  for (let i = 0; i < plane.length; i += 2) {
    west = Math.min(west, plane[i])
    east = Math.max(east, plane[i])
    south = Math.min(south, plane[i + 1])
    north = Math.max(north, plane[i + 1])
  }
  return { west, south, span: Math.max(east - west, north - south, 1e-6) * 1.000001 }
}

const PER_SQUARE = 3

/**
 * Growing set of points on a plane (x, y in km) with nearest-neighbour search; its mesh is refined as the set doubles.
 */
export class NeighbourMesh {
  private readonly plane: Float64Array
  private readonly bounds: Bounds
  private readonly inserted: Int32Array
  private count = 0
  private squares = 1
  private heads = new Int32Array(1).fill(-1)
  private readonly next: Int32Array
  private rebuildAt = 8

  constructor(plane: Float64Array) {
    this.plane = plane
    this.bounds = boundsOf(plane)
    this.inserted = new Int32Array(plane.length / 2)
    this.next = new Int32Array(plane.length / 2).fill(-1)
  }

  insert(point: number): void {
    this.inserted[this.count++] = point
    if (this.count >= this.rebuildAt) this.rebuild()
    else this.link(point)
  }

  private rebuild(): void {
    this.squares = Math.max(1, Math.min(2048, Math.floor(Math.sqrt(this.count / PER_SQUARE))))
    this.heads = new Int32Array(this.squares * this.squares).fill(-1)
    for (let i = 0; i < this.count; i++) this.link(this.inserted[i])
    this.rebuildAt = this.count * 2
  }

  private link(point: number): void {
    const square = this.rowOf(point) * this.squares + this.columnOf(point)
    this.next[point] = this.heads[square]
    this.heads[square] = point
  }

  private columnOf(point: number): number {
    return Math.floor(((this.plane[2 * point] - this.bounds.west) / this.bounds.span) * this.squares)
  }

  private rowOf(point: number): number {
    return Math.floor(((this.plane[2 * point + 1] - this.bounds.south) / this.bounds.span) * this.squares)
  }

  /** The `wanted` nearest inserted points, nearest first, into `found`; returns how many there are. Exact. */
  nearest(point: number, wanted: number, found: Int32Array, distances: Float64Array): number {
    const { plane, squares, heads, next } = this
    const x = plane[2 * point]
    const y = plane[2 * point + 1]
    const column = this.columnOf(point)
    const row = this.rowOf(point)
    const side = this.bounds.span / squares
    let size = 0
    for (let ring = 0; ring < squares; ring++) {
      // Points beyond the rings searched so far lie at least (ring − 1)·side away from the point's square.
      if (size === wanted) {
        const reach = Math.max(ring - 1, 0) * side
        if (distances[size - 1] <= reach * reach) break
      }
      for (let r = row - ring; r <= row + ring; r++) {
        if (r < 0 || r >= squares) continue
        const step = r === row - ring || r === row + ring ? 1 : Math.max(2 * ring, 1)
        for (let c = column - ring; c <= column + ring; c += step) {
          if (c < 0 || c >= squares) continue
          for (let other = heads[r * squares + c]; other >= 0; other = next[other]) {
            const dx = plane[2 * other] - x
            const dy = plane[2 * other + 1] - y
            const distance = dx * dx + dy * dy
            if (size === wanted && distance >= distances[size - 1]) continue
            let at = size < wanted ? size++ : size - 1
            while (at > 0 && distances[at - 1] > distance) {
              distances[at] = distances[at - 1]
              found[at] = found[at - 1]
              at--
            }
            distances[at] = distance
            found[at] = other
          }
        }
      }
    }
    return size
  }
}
