import type { Lattice } from '../components/surface/lattice.ts'
import { latticeAround } from '../components/surface/lattice.ts'
import { centreOf, localPlane, spherePoints } from '../numerics/sphere.ts'

export interface Places {
  longitude: Float64Array
  latitude: Float64Array
}

/** A lattice as plain data, with the sphere point about which its plane lies. */
export interface PlanarLattice extends Omit<Lattice, 'nodeAt'> {
  centre: readonly [number, number, number]
}

/** Triangles per range that a lattice is made with, and with which it is if there would be many nodes. */
const PER_RANGE = 6
const PER_RANGE_OF_MANY = 3
const MANY_NODES = 4000
/** With fewer, a lattice is too coarse to be kept. */
const LEAST_PER_RANGE = 2.8
/** More than this is a waste. */
const MOST_PER_RANGE = 9
/** Least margin, in ranges, of a lattice that is kept. */
const LEAST_MARGIN = 0.5
/** Margin and spacing are at most these shares of the root mean square distance of clusters. */
const MOST_MARGIN = 1
const MOST_SPACING = 0.25
export const MAX_NODES = 30_000
/** Lattices are made for ranges in steps of this factor, so that nearly equal fits have the same lattice. */
const STEP = 2 ** 0.25
/** Cells of the rectangle around a lattice: two islands may be far apart. */
const MAX_CELLS = 4e6

/** Positions on the plane about `centre`, km. */
export const planeAbout = (centre: readonly [number, number, number], { longitude, latitude }: Places) =>
  localPlane(spherePoints(longitude, latitude), centre)

/**
 * Lattices for surfaces over some places (clusters and cells), a sixth of a range apart and a range beyond them, with
 * coarser triangles where there would be more than 30,000 nodes.
 */
export function latticesOver(places: readonly Places[], extentKm: number) {
  const longitude = concatenate(places.map((one) => one.longitude))
  const latitude = concatenate(places.map((one) => one.latitude))
  const points = spherePoints(longitude, latitude)
  const centre = centreOf(points)
  const plane = localPlane(points, centre)
  const area = boxArea(plane)
  const marginFor = (rangeKm: number) => Math.min(rangeKm, MOST_MARGIN * extentKm)
  const spacingFor = (rangeKm: number) => Math.min(rangeKm / PER_RANGE, MOST_SPACING * extentKm)
  return {
    /** Whether a lattice suits a surface with this range. */
    suits({ spacingKm }: PlanarLattice, marginKm: number, rangeKm: number): boolean {
      const spacing = spacingFor(rangeKm)
      return (
        spacingKm <= (spacing * PER_RANGE) / LEAST_PER_RANGE &&
        spacingKm >= (spacing * PER_RANGE) / MOST_PER_RANGE &&
        marginKm >= LEAST_MARGIN * marginFor(rangeKm)
      )
    },
    latticeFor(range: number): { lattice: PlanarLattice; marginKm: number } {
      const rangeKm = STEP ** Math.round(Math.log(range) / Math.log(STEP))
      const marginKm = marginFor(rangeKm)
      let spacing = Math.max(spacingFor(rangeKm), Math.sqrt(area(marginKm) / MAX_CELLS))
      for (;;) {
        const { nodeAt: _, ...lattice } = latticeAround(plane, spacing, marginKm)
        const nodes = lattice.columns.length
        const isCoarse = spacing * PER_RANGE_OF_MANY >= rangeKm
        const most = isCoarse ? MAX_NODES : MANY_NODES
        if (nodes <= most) return { lattice: { ...lattice, centre }, marginKm }
        const next = spacing * Math.max(1.02, Math.sqrt(nodes / most))
        spacing = isCoarse ? next : Math.min(next, rangeKm / PER_RANGE_OF_MANY)
      }
    },
  }
}

function concatenate(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const part of parts) {
    all.set(part, from)
    from += part.length
  }
  return all
}

/** Area of the rectangle around places with a margin, km². */
function boxArea(plane: Float64Array): (marginKm: number) => number {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < plane.length; at += 2) {
    west = Math.min(west, plane[at])
    east = Math.max(east, plane[at])
    south = Math.min(south, plane[at + 1])
    north = Math.max(north, plane[at + 1])
  }
  return (margin) => (east - west + 2 * margin) * (north - south + 2 * margin)
}
