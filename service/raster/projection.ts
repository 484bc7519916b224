import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import proj4 from 'proj4'
import type { Bounds } from './grid.ts'
import { RasterError } from './raster-error.ts'
import { fromMercator, toMercator } from './web-mercator.ts'

type Position = [x: number, y: number]

export interface Projection {
  /** Degrees on WGS 84 to the system's coordinates; NaN where it is not defined. */
  forward: (lon: number, lat: number) => Position
  inverse: (x: number, y: number) => Position
  /** x depends on longitude alone, y on latitude alone, in every part of the system. */
  separable: boolean
}

const same = (x: number, y: number): Position => [x, y]
const WGS84: Projection = { forward: same, inverse: same, separable: true }
const MERCATOR: Projection = { forward: toMercator, inverse: fromMercator, separable: true }

const NOWHERE: Position = [Number.NaN, Number.NaN]
/** A position that does not come back to within a metre lies outside the part of the Earth that the system is for. */
const RETURN_DEGREES = 1e-5

const definitions = createRequire(import.meta.url)
const found = new LRUCache<number, Definition>({ max: 100 })

interface Definition {
  name: string | null
  unit: string | null
  projection: Projection | null
}

/** Definition of an EPSG code, from the `epsg-index` package; `projection` is null if proj4 cannot compute it. */
function definitionOf(crs: number): Definition {
  const known = found.get(crs)
  if (known) return known
  const definition = readDefinition(crs)
  found.set(crs, definition)
  return definition
}

function readDefinition(crs: number): Definition {
  let entry: { name: string; unit: string | null; proj4: string | null }
  try {
    const path = definitions.resolve(`epsg-index/s/${Math.trunc(crs)}.json`)
    entry = JSON.parse(readFileSync(path, 'utf8')) as typeof entry
  } catch {
    return { name: null, unit: null, projection: null }
  }
  const { name, unit } = entry
  return { name, unit, projection: entry.proj4 ? projectionFrom(entry.proj4) : null }
}

/** Null for methods that proj4 does not have, and for datums that need a grid file, of which none is installed. */
function projectionFrom(definition: string): Projection | null {
  if (/\+nadgrids=(?!@null)/.test(definition)) return null
  try {
    const { forward, inverse } = proj4(definition)
    const guarded = (transform: (at: Position) => Position, x: number, y: number): Position => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) return NOWHERE
      try {
        const [toX, toY] = transform([x, y])
        return Number.isFinite(toX) && Number.isFinite(toY) ? [toX, toY] : NOWHERE
      } catch {
        return NOWHERE
      }
    }
    return {
      forward(lon, lat) {
        const at = guarded(forward, lon, lat)
        const [backLon, backLat] = guarded(inverse, ...at)
        const apart = Math.abs(((backLon - lon + 540) % 360) - 180) * Math.cos((lat * Math.PI) / 180)
        return apart < RETURN_DEGREES && Math.abs(backLat - lat) < RETURN_DEGREES ? at : NOWHERE
      },
      inverse: (x, y) => guarded(inverse, x, y),
      separable: false,
    }
  } catch {
    return null
  }
}

/** `EPSG:32632 (WGS 84 / UTM zone 32N)` */
export function nameOfCrs(crs: number): string {
  const { name } = definitionOf(crs)
  return name === null ? `EPSG:${crs}` : `EPSG:${crs} (${name})`
}

const METRES: Readonly<Record<string, number>> = {
  degree: 111_195.08,
  metre: 1,
  foot: 0.3048,
  'US survey foot': 1200 / 3937,
}

/** Length of a unit of the system's coordinates (of a degree, along a meridian); null if it is unknown. */
export function metresPerUnit(crs: number): number | null {
  const unit = definitionOf(crs).unit ?? ''
  return METRES[unit.startsWith('degree') ? 'degree' : unit] ?? null
}

/** Null if the system is unknown or cannot be computed. Without a code, coordinates count as degrees. */
export function findProjection(crs: number | null): Projection | null {
  if (crs === null || crs === 4326) return WGS84
  return crs === 3857 ? MERCATOR : definitionOf(crs).projection
}

/** @throws RasterError with the system's name if it cannot be computed */
export function projectionOf(crs: number | null): Projection {
  const projection = findProjection(crs)
  if (projection) return projection
  throw new RasterError(
    `The raster is in ${nameOfCrs(crs!)}, which Strata cannot project; warp it to EPSG:4326 (gdalwarp -t_srs EPSG:4326).`,
  )
}

/** Points per edge: the edges of a projected raster are curves in degrees. */
const EDGE_POINTS = 33

/** The smallest bounds of the edges of `bounds` after `transform`; NaN if a point of them has no image. */
export function boundsOfEdges(
  [west, south, east, north]: Bounds,
  transform: (x: number, y: number) => Position,
): Bounds {
  const xs: number[] = []
  const ys: number[] = []
  for (let i = 0; i < EDGE_POINTS; i++) {
    const share = i / (EDGE_POINTS - 1)
    const x = west + share * (east - west)
    const y = south + share * (north - south)
    for (const [atX, atY] of [
      transform(x, south),
      transform(x, north),
      transform(west, y),
      transform(east, y),
    ]) {
      xs.push(atX)
      ys.push(atY)
    }
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
