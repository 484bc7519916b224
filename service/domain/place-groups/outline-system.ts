import { baseOf, findProjection, nameOfCrs } from '../../raster/systems/projection.ts'
import { defineSystem } from '../../raster/systems/system-definition.ts'
import { parseWkt } from '../../raster/systems/wkt.ts'
import { codeOfWkt, partsOfWkt } from '../../raster/systems/wkt-system.ts'

/** A file's coordinates as longitude and latitude on WGS 84. */
export type ToDegrees = (x: number, y: number) => [lon: number, lat: number]

const same: ToDegrees = (lon, lat) => [lon, lat]

/** Another prime meridian, or another datum. */
const SHIFT = /\+pm=|\+towgs84=(?!0(\.0*)?(,0(\.0*)?)*( |$))/

const OGC_CODES: Readonly<Record<string, number>> = { '84': 4326, '83': 4269, '27': 4267 }
/** Names of geographic systems, as EPSG and Esri write them, in lower case without punctuation. */
const NAMES: Readonly<Record<string, number>> = {
  wgs84: 4326,
  wgs1984: 4326,
  gcswgs1984: 4326,
  etrs89: 4258,
  gcsetrs1989: 4258,
  nad83: 4269,
  gcsnorthamerican1983: 4269,
  nad27: 4267,
  gcsnorthamerican1927: 4267,
  sirgas2000: 4674,
  gcssirgas2000: 4674,
  gda94: 4283,
  gcsgda1994: 4283,
  gda2020: 7844,
  gcsgda2020: 7844,
}

/** The EPSG code of a system by its name: any spelling of OGC and EPSG, as URN, URL or text; null if it is none. */
export function codeOfName(name: string): number | null {
  const text = name.trim()
  const epsg = /(?:^|[^a-z])epsg(?:\.xml#|\.io\/|[:/ ]+(?:[\d.]*[:/])?)(\d{4,6})[\]/]?$/i.exec(text)?.[1]
  if (epsg) return Number(epsg)
  const ogc = /(?:^|[:/])(?:crs:?|ogc:[\d.]*:)(84|83|27)h?$/i.exec(text)?.[1]
  if (ogc) return OGC_CODES[ogc]
  if (/^\+proj=longlat .*\+(datum|ellps)=WGS84/.test(text) && !SHIFT.test(text)) return 4326
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return Object.hasOwn(NAMES, plain) ? NAMES[plain] : null
}

interface OutlineSystem {
  /** Its name, for messages. */
  crs: string
  /** Null: not geographic, or on a datum whose shift to WGS 84 is unknown. */
  toDegrees: ToDegrees | null
}

/** A system by its name, or by its definition as well-known text if the name is no code. */
export function toDegreesFrom(name: string, definition = name): OutlineSystem {
  const wkt = definition.includes('[') ? parseWkt(definition) : null
  const code = codeOfName(name) ?? (wkt && codeOfWkt(wkt))
  if (code !== null) {
    const base = baseOf(code)
    const toDegrees = base === null ? null : fromDatum(base, findProjection({ crs: code })!.inverse)
    return { crs: nameOfCrs({ crs: code }), toDegrees }
  }
  const parts = wkt && partsOfWkt(wkt)
  const system = parts && parts.method === null ? defineSystem(parts) : null
  const crs = `'${(parts?.name ?? name).slice(0, 100)}'`
  if (!system) return { crs, toDegrees: null }
  const projection = findProjection({ crs: null, crsDefinition: system.definition })
  return { crs, toDegrees: projection && fromDatum(system.definition, projection.inverse) }
}

/** Without a shift, coordinates stay as they are to the last digit; ±180 and the poles always do. */
function fromDatum(definition: string, inverse: ToDegrees): ToDegrees {
  if (!SHIFT.test(definition)) return same
  return (x, y) => {
    if (Math.abs(x) > 180 || Math.abs(y) > 90) return [x, y]
    const [lon, lat] = inverse(x, y)
    return [Math.abs(x) === 180 ? x : lon, Math.abs(y) === 90 ? y : lat]
  }
}
