import { readFile } from 'node:fs/promises'
import { unzipSync, zipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { validateOutlines } from '#service/domain/place-groups/validate-outlines.ts'

const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url))
let togo: Buffer
let files: Record<string, Buffer>
beforeAll(async () => {
  togo = await fixture('togo.zip')
  files = Object.fromEntries(
    Object.entries(unzipSync(togo)).map(([name, content]) => [name.slice(-3), Buffer.from(content)]),
  )
})

const validate = (content: Buffer, more: object = {}) =>
  validateOutlines({
    content,
    file: 'togo.zip',
    properties: { name: 'adm_name', code: 'adm_code', parent: 'up' },
    bounds: null,
    parents: null,
    ...more,
  })

const zipOf = (entries: Record<string, Uint8Array>) => Buffer.from(zipSync(entries, { level: 1 }))
const shapefile = (changes: Record<string, Buffer | undefined> = {}, name = 'districts') =>
  Object.fromEntries(
    Object.entries({ ...files, ...changes }).flatMap(([ending, content]) =>
      content ? [[`${name}.${ending}`, content]] : [],
    ),
  )

it('reads the same as the GeoJSON from which GDAL made it, without heights', async () => {
  const { places, findings } = validate(togo)
  expect(findings).toEqual([])
  const source = validate(await fixture('togo.geojson'), { file: 'togo.geojson' })
  expect(places.map(({ name, code, parent_code }) => [name, code, parent_code])).toEqual(
    source.places.map(({ name, parent_code }, at) => [name, ['1', '993'][at], parent_code]),
  )
  const positionsOf = (geometry: unknown) =>
    new Set(JSON.stringify(geometry).match(/-?\d+(\.\d+)?,-?\d+(\.\d+)?/g))
  places.forEach(({ geometry }, at) => {
    expect(geometry.type).toBe(source.places[at].geometry.type)
    expect(positionsOf(geometry.coordinates)).toEqual(positionsOf(source.places[at].geometry.coordinates))
  })
})

it('without a .prj is taken as degrees, and beside files of other programs is found', () => {
  const found = validate(
    zipOf({
      ...shapefile({ prj: undefined }),
      '__MACOSX/._districts.shp': Buffer.from('x'),
      'read me.txt': Buffer.from('x'),
    }),
  )
  expect(found).toMatchObject({ places: [{ code: '1' }, { code: '993' }], findings: [] })
})

it('one of several is chosen by its name', () => {
  const two = zipOf({ ...shapefile(), ...shapefile({}, 'more/regions') })
  expect(validate(two).findings).toMatchObject([
    {
      message: 'the archive has 2 shapefiles.',
      help: 'Name one of them as the layer: districts, regions.',
      field: 'layer',
    },
  ])
  expect(validate(two, { layer: 'regions' }).places).toHaveLength(2)
  expect(validate(two, { layer: 'towns' }).findings[0].message).toBe("the archive has no shapefile 'towns'.")
})

it.each([
  ['no table', { dbf: undefined }, 'the archive has no .dbf, the table of names and codes.'],
  ['no outlines', { shp: undefined }, 'the archive has no .shp, the outlines.'],
  ['outlines cut short', { shp: (all: Buffer) => all.subarray(0, 300) }, 'its .shp cannot be read.'],
  ['a header alone', { shp: (all: Buffer) => all.subarray(0, 100) }, 'the file has no features.'],
  [
    'fewer outlines than rows',
    { shp: (all: Buffer) => all.subarray(0, 108 + 2 * all.readInt32BE(104)) },
    'the .shp has 1 and the .dbf 2 features.',
  ],
  [
    'outlines of no length',
    { shp: (all: Buffer) => Buffer.concat([all, Buffer.from([0, 0, 0, 3, 255, 255, 255, 252])]) },
    'its .shp cannot be read.',
  ],
  [
    'too many rows',
    {
      dbf: (all: Buffer) => {
        const more = Buffer.from(all)
        more.writeUInt32LE(4e9, 4)
        return more
      },
    },
    'the file has 4000000000 features; at most 20000 are allowed.',
  ],
  ['half a header', { shp: (all: Buffer) => all.subarray(0, 20) }, 'its .shp cannot be read.'],
  ['a table cut short', { dbf: (all: Buffer) => all.subarray(0, 40) }, 'its .dbf cannot be read.'],
  [
    'metres',
    { prj: () => Buffer.from('PROJCS["Lomé",GEOGCS["x",DATUM["x",SPHEROID["x",6378137,298]]]]') },
    /^the file is in '.+', not in longitude and latitude\.$/,
  ],
])('with %s is rejected', (_what, changes, message) => {
  const [[ending, change]] = Object.entries(changes) as [string, ((all: Buffer) => Buffer) | undefined][]
  const { places, findings } = validate(zipOf(shapefile({ [ending]: change?.(files[ending]) })))
  expect(places).toEqual([])
  expect(findings).toEqual([
    expect.objectContaining({ severity: 'error', message: expect.stringMatching(message) }),
  ])
})

it('with a code that the table cannot keep exactly is rejected', () => {
  const dbf = Buffer.from(files.dbf.toString('latin1').replace(/C(.{4})/s, 'C$1'), 'latin1')
  const at = dbf.indexOf('adm_code') + 11
  dbf.write('N', at, 'latin1')
  const field = dbf.subarray(dbf.readUInt16LE(8))
  field.write('9007199254740993', field.indexOf('993'), 'latin1')
  expect(validate(zipOf(shapefile({ dbf }))).findings[0].message).toBe(
    "the column 'adm_code' has a number of more than 15 digits, which is not kept exactly.",
  )
})

it('that unpacks to too much is rejected', () => {
  const bomb = zipOf(shapefile())
  bomb.writeUInt32LE(2 ** 31, bomb.indexOf('PK\u0001\u0002') + 24)
  expect(validate(bomb).findings).toMatchObject([{ message: /^its \.\w{3} has more than 128 MiB\.$/ }])
})

it('cut anywhere gives findings, never an error', () => {
  for (let length = 4; length < togo.length; length += 7) {
    const { places, findings } = validate(togo.subarray(0, length))
    expect(places).toEqual([])
    expect(findings).toHaveLength(1)
  }
})
