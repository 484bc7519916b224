import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { validateOutlines } from '#service/domain/place-groups/validate-outlines.ts'
import { readGeoPackageGeometry } from '#service/geometry/read-wkb.ts'

const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url))
let togo: Buffer
beforeAll(async () => {
  togo = await fixture('togo.gpkg')
})

const validate = (content: Buffer, more: object = {}) =>
  validateOutlines({
    content,
    file: 'togo.gpkg',
    properties: { name: 'adm_name', code: 'adm_code', parent: 'up' },
    bounds: null,
    parents: null,
    ...more,
  })

/** The fixture after some statements. */
async function changed(...statements: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-test-gpkg-'))
  const path = join(folder, 'a.gpkg')
  await writeFile(path, togo)
  const open = new DatabaseSync(path)
  for (const statement of statements) open.exec(statement)
  open.close()
  const content = await readFile(path)
  await rm(folder, { recursive: true })
  return content
}

describe('a GeoPackage', () => {
  it('reads the same as the GeoJSON from which GDAL made it, without heights and with codes beyond 2^53', async () => {
    const { places, findings } = validate(togo)
    expect(findings).toEqual([])
    const source = JSON.parse((await fixture('togo.geojson')).toString()) as {
      features: { properties: { adm_name: string }; geometry: { type: string; coordinates: unknown } }[]
    }
    const flat = (value: unknown): unknown =>
      Array.isArray(value) ? (typeof value[0] === 'number' ? value.slice(0, 2) : value.map(flat)) : value
    expect(places).toEqual(
      source.features.map(({ properties, geometry }, i) => ({
        code: ['1', '9007199254740993'][i],
        name: properties.adm_name,
        parent_code: 'TGO',
        geometry: { type: geometry.type, coordinates: flat(geometry.coordinates) },
      })),
    )
  })

  it('in another reference system is rejected with a conversion command', async () => {
    const { findings } = validate(await fixture('togo-utm.gpkg'))
    expect(findings).toMatchObject([
      {
        field: 'crs',
        message:
          'the file is in EPSG:32631 (WGS 84 / UTM zone 31N), not in longitude and latitude (EPSG:4326).',
        help: expect.stringContaining('ogr2ogr -t_srs EPSG:4326'),
      },
    ])
  })

  it('with several layers asks for one', async () => {
    const copy = [
      'create table other as select * from districts',
      "insert into gpkg_contents select 'other', data_type, 'other', description, last_change, min_x, min_y, max_x, max_y, srs_id from gpkg_contents",
      "insert into gpkg_geometry_columns select 'other', column_name, geometry_type_name, srs_id, z, m from gpkg_geometry_columns",
    ]
    const several = await changed(...copy)
    expect(validate(several).findings[0]).toMatchObject({ field: 'layer', message: /'districts', 'other'/ })
    expect(validate(several, { layer: 'other' }).places).toHaveLength(2)
    expect(validate(several, { layer: "x' or 1=1 --" }).findings[0].message).toMatch(/^the file has no layer/)
  })

  const ENDLESS = 'with recursive r(n) as (select 1 union all select n + 1 from r)'
  const TABLES: Record<string, string> = {
    gpkg_contents: `${ENDLESS} select 'units' as table_name, 'feature' || n as data_type from r`,
    gpkg_geometry_columns: `${ENDLESS} select 'units' as table_name, 'geom' as column_name, n as srs_id from r`,
    gpkg_spatial_ref_sys: `${ENDLESS} select n as srs_id, 'EPSG' as organization, 4326 as organization_coordsys_id from r`,
    districts: `${ENDLESS} select n as adm_name, n as adm_code, n as up, n as geom from r`,
  }
  it.each(Object.entries(TABLES))('runs no query in a file as %s', async (name, query) => {
    const file = await changed(
      'pragma foreign_keys = off',
      'pragma legacy_alter_table = on',
      `alter table ${name} rename to hidden`,
      `create view ${name} as ${query}`,
    )
    expect(validate(file).findings).toMatchObject([
      { message: `the file has a view, '${name}'; only plain tables are read.`, help: /^Export the layer/ },
    ])
  })

  it('may not have any other view or virtual table, either', async () => {
    expect(validate(await changed('create view other as select 1')).findings[0].message).toMatch(
      /^the file has a view/,
    )
    const text = await changed('create virtual table other using fts5(words)')
    expect(validate(text).findings[0].message).toMatch(/^the file has a virtual table, 'other'/)
    // As GDAL and QGIS write it for every layer, with its triggers.
    const index = await changed(
      'create virtual table rtree_districts_geom using rtree(id, minx, maxx, miny, maxy)',
      'create trigger rtree_districts_geom_delete after delete on districts begin delete from rtree_districts_geom where id = old.fid; end',
    )
    expect(validate(index)).toMatchObject({ places: [{ code: '1' }, {}], findings: [] })
    const layer = await changed(
      'pragma foreign_keys = off',
      'create virtual table rtree_districts_geom using rtree(id, minx, maxx, miny, maxy)',
      "update gpkg_contents set table_name = 'rtree_districts_geom'",
      "update gpkg_geometry_columns set table_name = 'rtree_districts_geom', column_name = 'id'",
    )
    expect(validate(layer).findings[0].message).toMatch(/^the file has no table 'rtree_districts_geom'/)
  })

  it.each([
    ['gpkg_contents', "add column more text as (printf('%.*c', 60000000, 'x'))"],
    ['districts', "add column more text as (printf('%.*c', 60000000, 'x'))"],
  ])('computes no column of %s', async (table, change) => {
    const { findings } = validate(await changed(`alter table ${table} ${change}`))
    expect(findings).toMatchObject([
      { message: `the file has a computed column in the table '${table}'; only stored columns are read.` },
    ])
  })

  it('reads one that was written with a write-ahead log', async () => {
    const file = await changed('pragma journal_mode = wal', 'pragma wal_checkpoint(truncate)')
    expect(file[18]).toBe(2)
    expect(validate(file).places).toHaveLength(2)
  })

  it('reports a missing column with the existing ones', () => {
    const { findings } = validate(togo, { properties: { name: 'nom', code: 'adm_code' } })
    expect(findings).toMatchObject([
      { field: 'nom', help: 'The features have: fid, adm_name, adm_code, up.' },
    ])
  })

  it('reports a damaged geometry at its feature', async () => {
    const broken = await changed("update districts set geom = x'47500001e6100000010600' where fid = 2")
    expect(validate(broken).findings).toMatchObject([
      { feature: 2, field: 'geometry', message: /is damaged/ },
    ])
    const gone = await changed('update districts set geom = null where fid = 1')
    expect(validate(gone).findings).toMatchObject([{ feature: 1, field: 'geometry' }])
  })

  it('leaves nothing behind, and handles any damage', async () => {
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('strata-outlines-'))
    const before = await left()
    fc.assert(
      fc.property(fc.nat(togo.length - 1), fc.nat(255), fc.nat(4000), (at, byte, length) => {
        const content = Buffer.from(togo)
        content.fill(byte, Math.max(16, at), Math.min(content.length, Math.max(16, at) + length))
        const { places, findings } = validate(content)
        expect(places.length > 0 || findings.length > 0).toBe(true)
      }),
      { numRuns: 60, seed: 11 },
    )
    expect((await left()).length).toBeLessThanOrEqual(before.length)
  })
})

describe('well-known binary', () => {
  const head = [0x47, 0x50, 0, 0, 0, 0, 0, 0]
  /** A triangle as big-endian WKB, written by hand according to OGC 06-103r4, section 8.2. */
  const triangle = (type: number, positions: number[][]) => {
    const bytes = Buffer.alloc(1 + 4 + 4 + 4 + positions.flat().length * 8)
    bytes.writeUInt32BE(type, 1)
    bytes.writeUInt32BE(1, 5)
    bytes.writeUInt32BE(positions.length, 9)
    positions.flat().forEach((value, i) => bytes.writeDoubleBE(value, 13 + 8 * i))
    return bytes
  }
  const flat = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ] // closed
  const tall = flat.map((position) => [...position, 9])

  it.each([
    ['plain', 3, flat],
    ['with ISO z', 1003, tall],
    ['with ISO m', 2003, tall],
    ['with extended z', 0x8000_0003, tall],
  ])('%s', (_what, type, positions) => {
    const blob = Buffer.concat([Buffer.from(head), triangle(type, positions)])
    expect(readGeoPackageGeometry(blob)).toEqual({ type: 'Polygon', coordinates: [flat] })
  })
  it('empty is null, points are read as such, false counts are rejected', () => {
    expect(readGeoPackageGeometry(Buffer.from([0x47, 0x50, 0, 0x10, 0, 0, 0, 0]))).toBeNull()
    const point = Buffer.concat([Buffer.from(head), Buffer.from([1, 1, 0, 0, 0]), Buffer.alloc(16)])
    expect(readGeoPackageGeometry(point)).toEqual({ type: 'Point', coordinates: [[0, 0]] })
    const boast = triangle(3, flat)
    boast.writeUInt32BE(0xffff_ffff, 9)
    expect(() => readGeoPackageGeometry(Buffer.concat([Buffer.from(head), boast]))).toThrow('is damaged')
    expect(() => readGeoPackageGeometry(Buffer.from('no'))).toThrow('is damaged')
  })
})
