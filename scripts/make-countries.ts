import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { countryNames } from '../service/domain/countries/iso-countries.ts'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { type Bounds, boundsOfPolygons } from '../service/geometry/bounds-of-polygons.ts'

// Writes service/domain/countries/bounds.json (from 1:10m) and src/components/map/base/countries.geojson (from 1:50m) from
// world-atlas (Natural Earth, public domain; the package: ISC).
// Run: node_modules/.bin/node scripts/make-countries.ts

const TARGET = fileURLToPath(new URL('../service/domain/countries/bounds.json', import.meta.url))
const MAP = fileURLToPath(new URL('../src/components/map/base/countries.geojson', import.meta.url))

/** Areas that the atlas lists under their own name and ISO 3166 assigns to a country. */
const BELONGS: Record<string, string> = {
  Kosovo: 'XKK',
  Somaliland: 'SOM',
  'N. Cyprus': 'CYP',
  'Cyprus U.N. Buffer Zone': 'CYP',
  Baikonur: 'KAZ',
  'Coral Sea Is.': 'AUS',
  'Indian Ocean Ter.': 'AUS',
}
/** Areas that the atlas merges into a country and ISO 3166 lists separately: country, code, box that contains them. */
const CARVED: [string, string, Bounds][] = [
  ['FRA', 'GUF', [-55, 2, -51, 6]],
  ['FRA', 'GLP', [-62, 15.8, -60.9, 16.6]],
  ['FRA', 'MTQ', [-61.4, 14.2, -60.7, 15]],
  ['FRA', 'REU', [55, -21.6, 56, -20.6]],
  ['FRA', 'MYT', [44.8, -13.2, 45.5, -12.4]],
  ['NOR', 'SJM', [-10, 70.5, -7, 71.5]],
  ['NOR', 'SJM', [8, 74, 36, 82]],
  ['NOR', 'BVT', [3, -55, 4, -54]],
  ['NLD', 'BES', [-69, 11.8, -67.8, 12.6]],
  ['NLD', 'BES', [-63.6, 17.2, -62.6, 18]],
  ['AUS', 'CXR', [105, -11, 106, -10]],
  ['AUS', 'CCK', [96, -13, 97.5, -11.5]],
  ['NZL', 'TKL', [-173, -10, -171, -8]],
]

async function readAtlas(scale: '10m' | '50m') {
  const path = fileURLToPath(import.meta.resolve(`world-atlas/countries-${scale}.json`))
  const topology = JSON.parse(await readFile(path, 'utf8')) as Topology
  return feature(topology, topology.objects.countries as GeometryCollection<{ name: string }>)
}

const shapes = await readAtlas('10m')
const polygons = new Map<string, Position[][][]>()
for (const { id, properties, geometry } of shapes.features) {
  const owner =
    BELONGS[properties.name] ?? (id === undefined ? undefined : countryNames.numericToAlpha3(String(id)))
  if (!owner || !geometry) continue
  const { type, coordinates } = geometry as Polygon | MultiPolygon
  for (const polygon of type === 'Polygon' ? [coordinates] : coordinates) {
    const [west, south, east, north] = boundsOfPolygons([polygon])
    const code =
      CARVED.find(
        ([from, , box]) =>
          from === owner && west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3],
      )?.[1] ?? owner
    polygons.set(code, [...(polygons.get(code) ?? []), polygon])
  }
}
const round = (degrees: number) => Math.round(degrees * 1000) / 1000
const rounded = (bounds: Bounds) => bounds.map(round)
const lines = Object.keys(countryNames.getAlpha3Codes())
  .toSorted()
  .flatMap((code) => {
    const found = polygons.get(code)
    if (!found) process.stdout.write(`${code} has no outline\n`)
    return found ? [`  "${code}": [${rounded(boundsOfPolygons(found)).join(', ')}]`] : []
  })
await writeFile(TARGET, `{\n${lines.join(',\n')}\n}\n`)
process.stdout.write(`${lines.length} countries\n`)

/**
 * A ring across 180° goes on beyond it, as the map expects; otherwise a line would lead back around the globe. One
 * around a pole does not close and stays as it is.
 */
function beyond180(ring: readonly Position[]): readonly Position[] {
  let turns = 0
  const moved = ring.map(([lon, lat], at) => {
    const step = at === 0 ? 0 : lon - ring[at - 1][0]
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [lon + 360 * turns, lat]
  })
  return turns === 0 ? moved : ring
}

function drawable(geometry: Polygon | MultiPolygon): Polygon | MultiPolygon {
  return geometry.type === 'Polygon'
    ? { ...geometry, coordinates: geometry.coordinates.map(beyond180) as Position[][] }
    : {
        ...geometry,
        coordinates: geometry.coordinates.map((rings) => rings.map(beyond180)) as Position[][][],
      }
}

/** What the maps show below everything else: countries by their ISO number, to about 100 m. */
const world = (await readAtlas('50m')).features.map(({ type, id, geometry }) => ({
  type,
  id: id === undefined ? undefined : Number(id),
  geometry: geometry && drawable(geometry as Polygon | MultiPolygon),
}))
await writeFile(
  MAP,
  `${JSON.stringify({ type: 'FeatureCollection', features: world }, (_, value) =>
    typeof value === 'number' ? round(value) : value,
  )}\n`,
)
