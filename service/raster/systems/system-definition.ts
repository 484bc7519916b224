import { baseOf } from './projection.ts'

/** Numbers of a projection, by their names in PROJ: degrees, metres, scale. */
export type Parameters = Partial<
  Record<'lat_0' | 'lon_0' | 'lat_1' | 'lat_2' | 'lat_ts' | 'k_0' | 'x_0' | 'y_0', number>
>

/** What a file says about a reference system that it defines itself. */
export interface SystemParts {
  name: string
  base: {
    /** EPSG code of the geographic system. */
    epsg: number | null
    datum: string | null
    /** Semi-major axis in metres and inverse flattening, 0 for a sphere. */
    axis: number | null
    flattening: number | null
    /** Parameters of the shift to WGS 84: 3 or 7 numbers. */
    shift: readonly number[] | null
    /** Degrees east of Greenwich. */
    meridian: number
  }
  /** A method of PROJ; null for a geographic system. */
  method: string | null
  parameters: Parameters
  /** Metres, or for a geographic system degrees, per unit. */
  unit: number
}

interface DefinedSystem {
  name: string
  /** The definition as a PROJ string. */
  definition: string
}

/** Parameters that a method must have, and may have; the rest would be ignored, and give other positions. */
const METHODS: Readonly<Record<string, { needs: (keyof Parameters)[]; takes: (keyof Parameters)[] }>> = {
  tmerc: { needs: ['lon_0'], takes: ['lat_0', 'k_0'] },
  merc: { needs: ['lon_0'], takes: ['lat_ts', 'k_0'] },
  lcc: { needs: ['lon_0', 'lat_0', 'lat_1'], takes: ['lat_2', 'k_0'] },
  laea: { needs: ['lon_0', 'lat_0'], takes: [] },
  aea: { needs: ['lon_0', 'lat_0', 'lat_1', 'lat_2'], takes: [] },
  aeqd: { needs: ['lon_0', 'lat_0'], takes: [] },
  eqdc: { needs: ['lon_0', 'lat_0', 'lat_1', 'lat_2'], takes: [] },
  stere: { needs: ['lon_0', 'lat_0'], takes: ['lat_ts', 'k_0'] },
  sterea: { needs: ['lon_0', 'lat_0'], takes: ['k_0'] },
  eqc: { needs: ['lon_0'], takes: ['lat_ts'] },
  cass: { needs: ['lon_0', 'lat_0'], takes: [] },
  mill: { needs: ['lon_0'], takes: [] },
  poly: { needs: ['lon_0', 'lat_0'], takes: [] },
  robin: { needs: ['lon_0'], takes: [] },
  sinu: { needs: ['lon_0'], takes: [] },
  moll: { needs: ['lon_0'], takes: [] },
  cea: { needs: ['lon_0'], takes: ['lat_ts'] },
}

/** Datums that are WGS 84 to within two metres. */
const LIKE_WGS84 =
  /^(d_)?(wgs_?1984|world_geodetic_system_1984|wgs_?84|etrs_?(19)?89|european_terrestrial_reference_system_1989|north_american_(datum_)?1983|nad_?(19)?83|gda_?(19)?94|geocentric_datum_of_australia_1994|sirgas_?2000|sistema_de_referencia_geocentrico_para_las_americas_2000|itrf_?\d*|international_terrestrial_reference_frame_\d+)(_ensemble)?$/

/** No datum but an ellipsoid, or a sphere: longitude and latitude are taken as they are, as PROJ does. */
const NAMELESS = /^(d_)?(unknown|unnamed|not_specified|undefined|custom|user_defined|sphere|modis)/

/** The system that the parts define; null if they leave open where a cell lies, or proj4 has no such method. */
export function defineSystem(parts: SystemParts): DefinedSystem | null {
  const { method, parameters, unit } = parts
  const base = baseDefinition(parts)
  if (base === null || !(unit > 0) || !Number.isFinite(unit)) return null
  if (method === null)
    return Math.abs(unit - 1) < 1e-9
      ? { name: parts.name, definition: `+proj=longlat ${base} +no_defs` }
      : null
  if (!Object.hasOwn(METHODS, method) || !Object.values(parameters).every(Number.isFinite)) return null
  const { needs, takes } = METHODS[method]
  const given = Object.entries(parameters) as [keyof Parameters, number][]
  const known = new Set<string>([...needs, ...takes, 'x_0', 'y_0'])
  if (!needs.every((name) => parameters[name] !== undefined)) return null
  if (given.some(([name, value]) => !known.has(name) && value !== (name === 'k_0' ? 1 : 0))) return null
  const numbers = given.filter(([name]) => known.has(name)).map(([name, value]) => `+${name}=${value}`)
  const units = unit === 1 ? '+units=m' : `+to_meter=${unit}`
  return { name: parts.name, definition: `+proj=${method} ${numbers.join(' ')} ${base} ${units} +no_defs` }
}

function baseDefinition({ base }: SystemParts): string | null {
  const { epsg, axis, flattening, shift, meridian } = base
  if (meridian !== 0) return null
  const datum = (base.datum ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  if (epsg !== null) {
    const known = baseOf(epsg)
    if (known !== null) return known
  }
  if (axis === null || flattening === null || !(axis > 6e6 && axis < 7e6) || !(flattening >= 0)) return null
  const ellipsoid = flattening === 0 ? `+a=${axis} +b=${axis}` : `+a=${axis} +rf=${flattening}`
  if (shift) return shift.every(Number.isFinite) ? `${ellipsoid} +towgs84=${shift.join(',')}` : null
  if (LIKE_WGS84.test(datum)) return `${ellipsoid} +towgs84=0,0,0`
  // A shift that a datum's name speaks of, but that the file does not hold.
  if (datum.includes('towgs84')) return null
  return datum === '' || NAMELESS.test(datum) || flattening === 0 ? ellipsoid : null
}

const UTM =
  /^\+proj=tmerc (?=.*\+lat_0=0 )(?=.*\+k_0=0\.9996 )(?=.*\+x_0=500000 )(?=.*\+y_0=(0|10000000) )(?=.*\+lon_0=(-?\d+) ).*(?:\+datum=WGS84|\+a=6378137 \+rf=298\.257223563 \+towgs84=0,0,0) \+units=m /

/** A UTM zone on WGS 84 has a code, even if the file spells it out. */
export function utmCodeOf(definition: string): number | null {
  const match = UTM.exec(definition)
  if (!match) return null
  const zone = (Number(match[2]) + 183) / 6
  return Number.isInteger(zone) && zone >= 1 && zone <= 60
    ? (match[1] === '0' ? 32_600 : 32_700) + zone
    : null
}
