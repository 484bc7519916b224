import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import proj4 from 'proj4'
import { systemCode } from '#common/system-code.ts'
import { KM_PER_DEGREE } from '../../geometry/great-circle.ts'
import { shiftOf, withShift } from './datum-shift.ts'
import type { ReferenceSystem } from '../grid.ts'
import { mollweide } from './mollweide.ts'
import { RasterError } from '../raster-error.ts'
import { fromMercator, MERCATOR_EDGE, toMercator } from './web-mercator.ts'

export type Position = [x: number, y: number]

export interface Projection {
  /** Degrees on WGS 84 to the system's coordinates; NaN where it is not defined. */
  forward: (lon: number, lat: number) => Position
  inverse: (x: number, y: number) => Position
  /** x depends on longitude alone, y on latitude alone, in every part of the system. */
  separable: boolean
  /** How much x grows in a turn around the globe, where x is longitude; null in other systems. */
  turn: number | null
}

const same = (x: number, y: number): Position => [x, y]
/** For coordinates that are already those of the other system. */
export const UNPROJECTED: Projection = { forward: same, inverse: same, separable: true, turn: 360 }
const MERCATOR: Projection = {
  forward: toMercator,
  inverse: fromMercator,
  separable: true,
  turn: 2 * MERCATOR_EDGE,
}

const NOWHERE: Position = [Number.NaN, Number.NaN]
/** A position that does not come back to within a metre lies outside the part of the Earth that the system is for. */
const RETURN_DEGREES = 1e-5

const definitions = createRequire(import.meta.url)
const found = new LRUCache<number, Definition>({ max: 100 })

interface Definition {
  name: string | null
  unit: string | null
  /** PROJ's string, with the shift of its datum if that is known. */
  text: string | null
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
    return { name: null, unit: null, text: null, projection: null }
  }
  const { name, unit, proj4: text } = entry
  const shift = shiftOf(crs)
  if (!text || shift === undefined) return { name, unit, text, projection: null }
  const shifted = withShift(text, shift)
  return { name, unit, text: shifted, projection: projectionFrom(shifted) }
}

proj4.Proj.projections.add(mollweide as never, 0)

/** Null for methods that proj4 does not have; of Cassini's, the hyperbolic variant. */
function projectionFrom(definition: string): Projection | null {
  if (definition.includes(' +hyperbolic ')) return null
  try {
    const degrees = proj4.Proj('WGS84')
    const system = proj4.Proj(definition)
    const isGeographic = definition.startsWith('+proj=longlat ')
    const guarded = (from: typeof system, to: typeof system, x: number, y: number): Position => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) return NOWHERE
      try {
        // An object with z: for others, proj4 deletes the z that it added, which takes longer than the arithmetic.
        const at = proj4.transform(from, to, { x, y, z: 0 }, true)
        if (!at || !Number.isFinite(at.x) || !Number.isFinite(at.y)) return NOWHERE
        // Datums are metres apart, not a turn.
        return [isGeographic ? at.x + 360 * Math.round((x - at.x) / 360) : at.x, at.y]
      } catch {
        return NOWHERE
      }
    }
    return {
      forward(lon, lat) {
        const at = guarded(degrees, system, lon, lat)
        const [backLon, backLat] = guarded(system, degrees, ...at)
        const apart = Math.abs(((backLon - lon + 540) % 360) - 180) * Math.cos((lat * Math.PI) / 180)
        return apart < RETURN_DEGREES && Math.abs(backLat - lat) < RETURN_DEGREES ? at : NOWHERE
      },
      inverse: (x, y) => guarded(system, degrees, x, y),
      separable: false,
      turn: isGeographic ? 360 : null,
    }
  } catch {
    return null
  }
}

/** Datum and ellipsoid of a geographic system, as in PROJ's strings; null if it or its shift is unknown. */
export function baseOf(epsg: number): string | null {
  const { text, projection } = definitionOf(epsg)
  if (!text?.startsWith('+proj=longlat ') || !projection) return null
  return text
    .replace('+proj=longlat ', '')
    .replaceAll(/ ?\+(no_defs|type=crs)/g, '')
    .trim()
}

/** The name of an EPSG code, or of a system without one; null if there is none. */
export const nameOf = ({ crs, crsName }: ReferenceSystem): string | null =>
  crs === null ? crsName || null : definitionOf(crs).name

/** `EPSG:32632 (WGS 84 / UTM zone 32N)` */
export function nameOfCrs(system: ReferenceSystem): string {
  const name = nameOf(system)
  if (system.crs === null) return name === null ? 'a system without a name' : `'${name}'`
  const code = systemCode(system.crs)
  return name === null ? code : `${code} (${name})`
}

/** Metres in a degree of latitude, on a sphere of the mean radius 6,371,008.8 m. */
export const METRES_PER_DEGREE = 1000 * KM_PER_DEGREE

const METRES: Readonly<Record<string, number>> = {
  degree: METRES_PER_DEGREE,
  metre: 1,
  foot: 0.3048,
  'US survey foot': 1200 / 3937,
}

/** The unit of the system's coordinates: 'degree', 'metre', 'foot' …; null if it is unknown. */
export function unitOf(system: ReferenceSystem): string | null {
  const { crs, crsDefinition } = system
  if (crs === null) {
    if (crsDefinition?.startsWith('+proj=longlat')) return 'degree'
    const metres = metresPerUnit(system)
    return Object.keys(METRES).find((unit) => METRES[unit] === metres) ?? null
  }
  const { unit, text } = definitionOf(crs)
  if (unit === null) return text?.includes('+units=m ') ? 'metre' : null
  return unit.startsWith('degree') ? 'degree' : unit
}

/** Length of a unit of the system's coordinates (of a degree, along a meridian); null if it is unknown. */
export function metresPerUnit(system: ReferenceSystem): number | null {
  const { crs, crsDefinition } = system
  const definition = crs === null ? crsDefinition : definitionOf(crs).text
  const given = /\+to_meter=(\S+)/.exec(definition ?? '')?.[1]
  if (crs !== null) return METRES[unitOf(system) ?? ''] ?? (given ? Number(given) : null)
  if (!crsDefinition) return null
  return crsDefinition.startsWith('+proj=longlat') ? METRES.degree : Number(given ?? 1)
}

const defined = new LRUCache<string, { projection: Projection | null }>({ max: 100 })

function projectionOfText(text: string): Projection | null {
  const known = defined.get(text) ?? { projection: projectionFrom(text) }
  defined.set(text, known)
  return known.projection
}

/** Null if the system is unknown or cannot be computed. Without a code and a definition, coordinates count as degrees. */
export function findProjection({ crs, crsDefinition }: ReferenceSystem): Projection | null {
  if (crs === null && crsDefinition) return projectionOfText(crsDefinition)
  if (crs === null || crs === 4326) return UNPROJECTED
  return crs === 3857 ? MERCATOR : definitionOf(crs).projection
}

/** @throws RasterError with the system's name if it cannot be computed */
export function projectionOf(system: ReferenceSystem): Projection {
  const projection = findProjection(system)
  if (projection) return projection
  const why =
    system.crs !== null && definitionOf(system.crs).text && shiftOf(system.crs) === undefined
      ? ' because no shift from its datum to WGS 84 is known'
      : ''
  throw new RasterError(
    `The raster is in ${nameOfCrs(system)}, which Strata cannot project${why}; warp it to EPSG:4326 (gdalwarp -t_srs EPSG:4326).`,
  )
}

/** Methods that place every part of the globe once. */
const OF_THE_GLOBE = /\+proj=(moll|sinu|robin|eqearth|cea|eqc|mill|laea) /

/** Whether the system shows the whole globe, so that a raster in it may, too. */
export function coversGlobe({ crs, crsDefinition }: ReferenceSystem): boolean {
  const text = crs === null ? crsDefinition : definitionOf(crs).text
  return OF_THE_GLOBE.test(text ?? '')
}
