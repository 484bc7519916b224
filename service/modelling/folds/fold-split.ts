import { seededRandom, shuffledIndices } from '../numerics/random.ts'
import { centreOf, localPlane, spherePoints } from '../numerics/sphere.ts'

/** Fold of each cluster, sizes equal to within one. */
export function randomFolds(count: number, folds: number, seed: number): Int32Array {
  const order = shuffledIndices(count, seededRandom(seed, 1))
  const fold = new Int32Array(count)
  order.forEach((cluster, position) => {
    fold[cluster] = position % folds
  })
  return fold
}

/** Clusters of a fold, ascending. */
export function membersOf(fold: Int32Array, wanted: number, inside: boolean): Int32Array {
  const members: number[] = []
  fold.forEach((value, cluster) => {
    if ((value === wanted) === inside) members.push(cluster)
  })
  return Int32Array.from(members)
}

/** Clusters that each fold holds out. */
export function foldSizes(fold: Int32Array, folds: number): number[] {
  const sizes = Array<number>(folds).fill(0)
  for (const wanted of fold) sizes[wanted]++
  return sizes
}

export interface BlockFolds {
  fold: Int32Array
  folds: number
  blockKm: number
  /** The asked length had to shrink to give as many blocks as folds. */
  capped: boolean
}

function blocksOf(plane: Float64Array, blockKm: number): Int32Array {
  let west = Infinity
  let south = Infinity
  for (let i = 0; i < plane.length; i += 2) {
    west = Math.min(west, plane[i])
    south = Math.min(south, plane[i + 1])
  }
  const ids = new Map<string, number>()
  const block = new Int32Array(plane.length / 2)
  for (let i = 0; i < block.length; i++) {
    const key = `${Math.floor((plane[2 * i] - west) / blockKm)} ${Math.floor((plane[2 * i + 1] - south) / blockKm)}`
    let id = ids.get(key)
    if (id === undefined) {
      id = ids.size
      ids.set(key, id)
    }
    block[i] = id
  }
  return block
}

const countOf = (block: Int32Array) => block.reduce((most, id) => Math.max(most, id + 1), 0)

/**
 * Square blocks of `blockKm` on a local equal-area plane, dealt to `folds` folds of near equal size: largest block
 * first, each to the smallest fold, ties in seeded order (Roberts et al. 2017, Ecography 40). Where the country holds
 * fewer such blocks than folds, the blocks shrink by tenths until it does; clusters on fewer sites than folds give
 * fewer folds, at least two.
 */
export function blockFolds(
  longitude: Float64Array,
  latitude: Float64Array,
  folds: number,
  blockKm: number,
  seed: number,
): BlockFolds {
  const points = spherePoints(longitude, latitude)
  const plane = localPlane(points, centreOf(points))
  let length = blockKm
  let block = blocksOf(plane, length)
  for (let shrink = 0; shrink < 80 && countOf(block) < folds; shrink++) {
    length *= 0.9
    block = blocksOf(plane, length)
  }
  const blocks = countOf(block)
  const used = Math.min(folds, blocks)
  const size = new Int32Array(blocks)
  for (const id of block) size[id]++
  const order = [...shuffledIndices(blocks, seededRandom(seed, 2))].toSorted((a, b) => size[b] - size[a])
  const load = new Int32Array(used)
  const foldOfBlock = new Int32Array(blocks)
  for (const id of order) {
    let smallest = 0
    for (let fold = 1; fold < used; fold++) if (load[fold] < load[smallest]) smallest = fold
    foldOfBlock[id] = smallest
    load[smallest] += size[id]
  }
  return { fold: block.map((id) => foldOfBlock[id]), folds: used, blockKm: length, capped: length < blockKm }
}
