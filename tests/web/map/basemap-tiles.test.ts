import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FeatureCollection, Position } from 'geojson'
import { describe, expect, test } from 'vitest'
import { TILE_DEGREES, fileOf, tileAt, tilesOf } from '~/components/map/basemap/basemap-tiles.ts'

const FOLDER = join(import.meta.dirname, '../../../src/components/map/basemap/tiles')
const files = globSync('*/*.geojson', { cwd: FOLDER })

describe('the tiles of towns and water', () => {
  test.each([
    ['of a country', [2.6, 4.2, 14.7, 13.9], ['0_0']],
    ['on both sides of the equator and Greenwich', [-3, -3, 3, 3], ['-20_-20', '-20_0', '0_-20', '0_0']],
    ['across 180°', [170, -19, 185, -11], ['160_-20', '-180_-20']],
    ['west of -180°', [-185, -19, -175, -11], ['160_-20', '-180_-20']],
  ] as const)('%s', (_, bounds, tiles) => {
    expect(tilesOf(bounds)).toEqual(tiles)
  })
  test('of the world are each named once', () => {
    expect(tilesOf([-200, -90, 400, 90])).toHaveLength((360 / TILE_DEGREES) * 10)
  })
  test('hold their own towns and rivers, and are small', () => {
    const wrong = files.flatMap((file) => {
      const { features } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as FeatureCollection
      return features.flatMap(({ properties, geometry }) => {
        if (geometry.type === 'Polygon') return []
        const inner =
          geometry.type === 'Point'
            ? geometry.coordinates
            : (geometry as { coordinates: Position[] }).coordinates[0]
        const tile = fileOf(tileAt(inner[0], inner[1]))
        return tile === file ? [] : [{ file, properties, tile }]
      })
    })
    expect(wrong).toEqual([])
    expect(files.filter((file) => statSync(join(FOLDER, file)).size > 250_000)).toEqual([])
    const nigeria = JSON.parse(readFileSync(join(FOLDER, fileOf('0_0')), 'utf8')) as FeatureCollection
    const names = nigeria.features.map(({ properties }) => properties?.['name'])
    expect(names).toEqual(expect.arrayContaining(['Lagos', 'Kano', 'Abuja']))
  })
})
