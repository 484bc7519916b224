import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import { TILE_DEGREES, fileOf, tileAt, tilesOf } from '../src/components/map/basemap/basemap-tiles.ts'

// Writes src/components/map/basemap/tiles/ from a folder with lakes.geojson, places.geojson and rivers.geojson: Natural
// Earth 1:10 million, public domain (lakes, rivers and lake centerlines, populated places), with `name` and `rank`.
// Run: node_modules/.bin/node scripts/make-basemap.ts FOLDER

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder with lakes.geojson, places.geojson and rivers.geojson.')
const TARGET = fileURLToPath(new URL('../src/components/map/basemap/tiles/', import.meta.url))

/** In degrees: vertices nearer to the one before are left out. */
const SPACING = 0.02

const tiles = new Map<string, Feature[]>()
const add = (tile: string, feature: Feature) => tiles.set(tile, [...(tiles.get(tile) ?? []), feature])
const read = async (name: string) =>
  JSON.parse(await readFile(join(folder, `${name}.geojson`), 'utf8')) as FeatureCollection
const round = (position: Position) => position.map((degrees) => Math.round(degrees * 1000) / 1000)

function thin(line: readonly Position[]): Position[] {
  const spaced = [line[0]]
  for (const vertex of line.slice(1, -1)) {
    const [x, y] = spaced.at(-1)!
    if (Math.hypot(vertex[0] - x, vertex[1] - y) >= SPACING) spaced.push(vertex)
  }
  return [...spaced, line.at(-1)!].map(round)
}

/** The parts of a line that are each in one tile; neighbours share a vertex. */
function cut(line: readonly Position[]): { tile: string; part: Position[] }[] {
  const parts = [{ tile: tileAt(line[0][0], line[0][1]), part: [line[0]] }]
  for (const vertex of line.slice(1)) {
    const last = parts.at(-1)!
    const tile = tileAt(vertex[0], vertex[1])
    last.part.push(vertex)
    if (tile !== last.tile) parts.push({ tile, part: [vertex] })
  }
  return parts.filter(({ part }) => part.length > 1)
}

const linesOf = (geometry: Geometry): Position[][] =>
  geometry.type === 'LineString'
    ? [geometry.coordinates]
    : geometry.type === 'MultiLineString'
      ? geometry.coordinates
      : []
const polygonsOf = (geometry: Geometry): Position[][][] =>
  geometry.type === 'Polygon'
    ? [geometry.coordinates]
    : geometry.type === 'MultiPolygon'
      ? geometry.coordinates
      : []

for (const { properties, geometry } of (await read('rivers')).features) {
  const rank = Number(properties?.['rank'])
  for (const line of linesOf(geometry)) {
    for (const { tile, part } of cut(thin(line)))
      add(tile, {
        type: 'Feature',
        properties: { kind: 'river', rank },
        geometry: { type: 'LineString', coordinates: part },
      })
  }
}
let lakes = 0
for (const { properties, geometry } of (await read('lakes')).features) {
  for (const polygon of polygonsOf(geometry)) {
    const coordinates = polygon.map(thin).filter((ring) => ring.length >= 4)
    if (coordinates.length === 0) continue
    const [xs, ys] = [0, 1].map((axis) => coordinates[0].map((vertex) => vertex[axis]))
    // A lake in several tiles is drawn once, by its number.
    const lake: Feature = {
      type: 'Feature',
      id: ++lakes,
      properties: { kind: 'lake', rank: Number(properties?.['rank']) },
      geometry: { type: 'Polygon', coordinates },
    }
    const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
    for (const tile of tilesOf(bounds)) add(tile, lake)
  }
}
for (const { properties, geometry } of (await read('places')).features) {
  if (geometry.type !== 'Point') continue
  const { name, rank, capital } = properties ?? {}
  const [longitude, latitude] = geometry.coordinates
  add(tileAt(longitude, latitude), {
    type: 'Feature',
    properties: {
      kind: 'town',
      name: String(name),
      rank: capital === 1 ? Math.min(2, Number(rank)) : Number(rank),
    },
    geometry: { type: 'Point', coordinates: round([longitude, latitude]) },
  })
}

await rm(TARGET, { recursive: true, force: true })
for (const [tile, features] of tiles) {
  const path = join(TARGET, fileOf(tile))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify({ type: 'FeatureCollection', features })}\n`)
}
process.stdout.write(`${tiles.size} tiles of ${TILE_DEGREES}°\n`)
