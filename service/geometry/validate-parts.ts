import Flatbush from 'flatbush'
import type { Edges } from './edges.ts'
import { GeometryError, MERGE, REPAIR, shown } from './geometry-finding.ts'
import { boxOfRing, relateRings } from './relate-rings.ts'
import type { Budget } from './work-budget.ts'

/** Fills the hole. */
const FILL =
  'Remove the hole or the part, e.g. with ogr2ogr -makevalid out.gpkg in.geojson, which fills the hole.'

/** Holes lie inside their shell, and apart from each other; they may touch (OGC 06-103r4, section 6.1.11.1). */
export function requireHoles([shell, ...holes]: readonly Edges[], budget: Budget): void {
  for (const hole of holes) {
    const { kind, at } = relateRings(hole, shell, budget)
    if (kind === 'overlap') throw new GeometryError(`a hole crosses its outline near ${shown(at)}.`, MERGE)
    if (kind === 'same')
      throw new GeometryError(`a hole covers the whole of its outline near ${shown(at)}.`, FILL)
    if (kind !== 'inside')
      throw new GeometryError(`a hole lies outside its outline near ${shown(at)}.`, REPAIR)
  }
  eachPair(holes, (first, second) => {
    const { kind, at } = relateRings(first, second, budget)
    if (kind === 'same') throw new GeometryError(`a hole is there twice, near ${shown(at)}.`, MERGE)
    if (kind !== 'apart') throw new GeometryError(`two holes overlap near ${shown(at)}.`, MERGE)
  })
}

/** Interiors of a unit's parts are apart; a part may lie in, or fill, another part's hole. */
export function requireParts(parts: readonly (readonly Edges[])[], budget: Budget): void {
  const holes = parts.map(([, ...rings]) => ({ rings, index: indexBoxes(rings) }))
  const liesInHole = (shell: Edges, part: number): boolean => {
    const { rings, index } = holes[part]
    return (index?.search(...boxOfRing(shell)) ?? []).some((i) =>
      ['inside', 'same'].includes(relateRings(shell, rings[i], budget).kind),
    )
  }
  const shells = parts.map(([shell]) => shell)
  eachPair(shells, (first, second, i, j) => {
    const { kind, at } = relateRings(first, second, budget)
    if (kind === 'apart') return
    if (kind === 'inside' && liesInHole(first, j)) return
    if (kind === 'around' && liesInHole(second, i)) return
    throw new GeometryError(
      `the parts ${i + 1} and ${j + 1} ${kind === 'same' ? 'are the same' : 'overlap'} near ${shown(at)}.`,
      MERGE,
    )
  })
}

/** Calls for each pair of rings whose boxes meet. */
function eachPair(
  rings: readonly Edges[],
  call: (first: Edges, second: Edges, i: number, j: number) => void,
): void {
  const index = indexBoxes(rings)
  for (const [i, ring] of rings.entries())
    for (const j of index?.search(...boxOfRing(ring)) ?? []) if (j > i) call(ring, rings[j], i, j)
}

function indexBoxes(rings: readonly Edges[]): Flatbush | null {
  if (rings.length === 0) return null
  const index = new Flatbush(rings.length)
  for (const ring of rings) index.add(...boxOfRing(ring))
  index.finish()
  return index
}
