import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateOutlines } from '#service/domain/place-groups/validate-outlines.ts'
import { inPolygon } from '#service/geometry/point-in-polygon.ts'
import { collection, feature, polygon, square } from './squares.ts'

const validate = (content: Buffer, file = 'units.geojson') =>
  validateOutlines({ content, file, properties: { name: 'name', code: 'code' }, bounds: null, parents: null })
const text = (value: unknown) => Buffer.from(JSON.stringify(value))
const unit = (geometry: unknown, code = 'A') => feature({ code, name: code }, geometry)
const inSystem = (crs: unknown, geometry: unknown = polygon(square(7, 8))) =>
  text({ type: 'FeatureCollection', crs, features: [unit(geometry)] })
const named = (name: string) => ({ type: 'name', properties: { name } })
const ringOf = (result: ReturnType<typeof validate>) => result.places[0].geometry.coordinates[0]

describe('GeoJSON in other forms is accepted', () => {
  it('one Feature', () => {
    expect(validate(text(unit(polygon(square(7, 8)))))).toMatchObject({
      places: [{ code: 'A' }],
      findings: [],
    })
  })

  it('the polygons of a collection, as the repair of a geometry leaves it', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [8, 9],
        [8.1, 9.1],
      ],
    }
    const geometries = [
      polygon(square(7, 8)),
      line,
      { type: 'GeometryCollection', geometries: [polygon(square(9, 8))] },
    ]
    const { places, findings } = validate(collection(unit({ type: 'GeometryCollection', geometries })))
    expect(places[0].geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [[square(7, 8)], [square(9, 8)]],
    })
    expect(findings).toMatchObject([
      { severity: 'warning', feature: 1, message: /its lines and points are left out/ },
    ])
    const one = validate(collection(unit({ type: 'GeometryCollection', geometries: geometries.slice(0, 1) })))
    expect(one).toMatchObject({ places: [{ geometry: polygon(square(7, 8)) }], findings: [] })
  })

  it('collections deep inside each other are an error', () => {
    let geometry: object = polygon(square(7, 8))
    for (let i = 0; i < 50; i++) geometry = { type: 'GeometryCollection', geometries: [geometry] }
    expect(validate(collection(unit(geometry))).findings).toMatchObject([
      { feature: 1, message: /more than 10 collections/ },
    ])
  })

  it('UTF-16 and UTF-8 with a byte-order mark; heights and measures', () => {
    const source = JSON.stringify(unit(polygon(square(7, 8).map((position) => [...position, 12, 5]))))
    for (const content of [
      Buffer.from(`\uFEFF${source}`),
      Buffer.from(`\uFEFF${source}`, 'utf16le'),
      Buffer.from(`\uFEFF${source}`, 'utf16le').swap16(),
    ])
      expect(validate(content)).toMatchObject({ places: [{ geometry: polygon(square(7, 8)) }], findings: [] })
  })

  it('coordinates beyond ±180 and ±90 by what computing leaves are clipped', () => {
    const ring = [
      [179, -16],
      [180.0000000000002, -16],
      [180.0000000000002, -90.0000000000001],
      [179, -16],
    ]
    const result = validate(collection(unit(polygon(ring))))
    expect(result.findings).toEqual([])
    expect(ringOf(result)).toEqual([
      [179, -16],
      [180, -16],
      [180, -90],
      [179, -16],
    ])
  })
})

describe('reference systems', () => {
  it.each([
    'OGC:CRS84',
    'CRS84',
    'CRS:84',
    'OGC:CRS84h',
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84',
    'urn:x-ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC:2:84',
    'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    'https://www.opengis.net/def/crs/OGC/0/CRS84h',
    'EPSG:4326',
    'epsg:4326',
    'EPSG:4979',
    'urn:ogc:def:crs:EPSG::4326',
    'urn:ogc:def:crs:EPSG:6.6:4326',
    'http://www.opengis.net/def/crs/EPSG/0/4326',
    'http://www.opengis.net/gml/srs/epsg.xml#4326',
    'http://spatialreference.org/ref/epsg/4326/',
    'https://epsg.io/4326',
    'WGS 84',
    'GCS_WGS_1984',
    '+proj=longlat +datum=WGS84 +no_defs',
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]',
    'EPSG:4258',
    'urn:ogc:def:crs:EPSG::4258',
    'ETRS89',
    'OGC:CRS83',
    'EPSG:4674',
  ])('%s keeps its coordinates', (name) => {
    const result = validate(inSystem(named(name)))
    expect(result.findings).toEqual([])
    expect(ringOf(result)).toEqual(square(7, 8))
  })

  it.each([
    ['a link', { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/4326/' } }],
    ['a code', { type: 'EPSG', properties: { code: 4326 } }],
    ['text', 'EPSG:4326'],
    ['null', null],
    ['no code', { type: 'EPSG', properties: { code: { toString: 1 } } }],
  ])('as %s', (_what, crs) => {
    expect(validate(inSystem(crs))).toMatchObject({ places: [{}], findings: [] })
  })

  // echo 9 8 | cs2cs -f %.8f EPSG:4263 EPSG:4326 (PROJ 9.1.1): latitude 9.00026304, longitude 7.99927890.
  it.each(['EPSG:4263', 'urn:ogc:def:crs:EPSG::4263'])(
    '%s is on another datum: coordinates are shifted to WGS 84',
    (name) => {
      const result = validate(inSystem(named(name), polygon(square(8, 9))))
      expect(result.findings).toEqual([])
      const [lon, lat] = (ringOf(result) as number[][])[0]
      expect(lon).toBeCloseTo(7.9992789, 7)
      expect(lat).toBeCloseTo(9.00026304, 7)
    },
  )

  it.each([
    ['EPSG:32631', 'the file is in EPSG:32631 (WGS 84 / UTM zone 31N), not in longitude and latitude.'],
    ['EPSG:4610', 'the file is in EPSG:4610 (Xian 1980), not in longitude and latitude.'],
    ['EPSG:4807', 'the file is in EPSG:4807 (NTF (Paris)), not in longitude and latitude.'],
    ['EPSG:14326', 'the file is in EPSG:14326, not in longitude and latitude.'],
    ['Local grid', "the file is in 'Local grid', not in longitude and latitude."],
  ])('%s is not', (name, message) => {
    expect(validate(inSystem(named(name))).findings).toMatchObject([
      { feature: null, field: 'crs', message, help: /ogr2ogr -t_srs EPSG:4326/ },
    ])
  })
})

describe('errors of geometries', () => {
  it.each([
    ['null', null, /^the feature has no geometry\.$/],
    ['an empty polygon', { type: 'Polygon', coordinates: [] }, /^the geometry is empty\.$/],
    ['an empty collection', { type: 'GeometryCollection', geometries: [] }, /^the geometry is empty\.$/],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
      /^the geometry is a 'LineString', not/,
    ],
    ['of metres', polygon(square(270_000, 800_000)), /^the position 270000, 800000 is not in degrees\.$/],
    ['of no type', { unreadable: 'x', coordinates: 'y' }, /^the geometry is of no known type/],
  ])('%s', (_what, geometry, message) => {
    expect(validate(collection(unit(geometry))).findings).toMatchObject([
      { severity: 'error', feature: 1, field: 'geometry', message, help: /./ },
    ])
  })

  it('of one cause in many features are one', () => {
    const features = Array.from({ length: 12 }, (_, i) =>
      unit(i === 0 ? polygon(square(0, 6)) : null, `c${i}`),
    )
    expect(validate(collection(...features)).findings).toMatchObject([
      { feature: null, message: '11 features have this error; in feature 2, the feature has no geometry.' },
    ])
    expect(validate(collection(...features.slice(0, 4))).findings).toHaveLength(3)
  })
})

const hasOgr = spawnSync('ogr2ogr', ['--version']).status === 0
describe.skipIf(!hasOgr)(
  'the command in the advice gives a file that is accepted (needs ogr2ogr of gdal-bin)',
  () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'strata-test-ogr-'))
    })
    afterAll(() => rmSync(folder, { recursive: true }))

    const ogr = (...args: string[]) => {
      const { status, stderr } = spawnSync('ogr2ogr', args, { cwd: folder, encoding: 'utf8' })
      expect(status, stderr).toBe(0)
    }
    /** The outlines that the command in the finding's advice makes of the file. */
    function advised(content: Buffer, sent = 'units.geojson') {
      const { findings } = validate(content, sent)
      expect(findings[0].severity).toBe('error')
      const command = /ogr2ogr .*?out\.gpkg [\w/.]*\w|gunzip [\w.]*\w/.exec(findings[0].help!)![0]
      const cwd = mkdtempSync(join(folder, 'advice-'))
      const source = basename(command.split(' ').at(-1)!)
      writeFileSync(join(cwd, source), content)
      const { status, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
      expect(status, `${command}: ${stderr}`).toBe(0)
      const out = command.startsWith('gunzip') ? 'in.geojson' : 'out.gpkg'
      return validate(readFileSync(join(cwd, out)), out)
    }
    const inside = (result: ReturnType<typeof validate>, lon: number, lat: number) => {
      expect(result.findings).toEqual([])
      return result.places.some(({ geometry }) => inPolygon(geometry, lon, lat))
    }
    const multi = (...coordinates: number[][][][]) => ({ type: 'MultiPolygon', coordinates })

    it('parts that overlap, or repeat', () => {
      const overlapping = advised(collection(unit(multi([square(0, 6, 1.2)], [square(0.8, 6.8, 1.2)]))))
      expect(inside(overlapping, 1, 7)).toBe(true)
      expect(inside(advised(collection(unit(multi([square(0, 6)], [square(0, 6)])))), 0.5, 6.5)).toBe(true)
    })

    it('holes that overlap, cross the shell, or cover it', () => {
      const holes = advised(
        collection(unit(polygon(square(0, 6, 2), square(0.5, 6.5, 0.9), square(0.8, 6.8, 0.9)))),
      )
      expect(inside(holes, 1, 7)).toBe(false)
      expect(inside(holes, 0.2, 6.2)).toBe(true)
      const crossing = advised(collection(unit(polygon(square(0, 6, 2), square(1.5, 7, 0.9)))))
      expect(inside(crossing, 2.2, 7.5)).toBe(false)
      expect(inside(advised(collection(unit(polygon(square(0, 6), square(0, 6))))), 0.5, 6.5)).toBe(true)
    })

    it('an outline that crosses itself', () => {
      const bowTie = [
        [0, 7],
        [1, 8],
        [1, 7],
        [0, 8],
        [0, 7],
      ]
      expect(inside(advised(collection(unit(polygon(bowTie)))), 0.9, 7.5)).toBe(true)
    })

    it('longitudes beyond 180°, a ring across it, latitudes beyond the pole', () => {
      expect(
        inside(
          advised(
            collection(
              unit(
                polygon([
                  [177, -19],
                  [182, -19],
                  [182, -16],
                  [177, -16],
                  [177, -19],
                ]),
              ),
            ),
          ),
          -179,
          -17,
        ),
      ).toBe(true)
      expect(inside(advised(collection(unit(polygon(square(270, 10))))), -89.5, 10.5)).toBe(true)
      expect(
        inside(
          advised(
            collection(
              unit(
                polygon([
                  [179, -17],
                  [-179, -17],
                  [-179, -16],
                  [179, -16],
                  [179, -17],
                ]),
              ),
            ),
          ),
          -179.5,
          -16.5,
        ),
      ).toBe(true)
      expect(
        inside(
          advised(
            collection(
              unit(
                polygon([
                  [0, -90.5],
                  [10, -80],
                  [5, -70],
                  [0, -90.5],
                ]),
              ),
            ),
          ),
          5,
          -80,
        ),
      ).toBe(true)
    })

    it('metres in a named system, or in none', () => {
      const metres = polygon(square(270_000, 800_000, 10_000))
      expect(inside(advised(inSystem(named('EPSG:32632'), metres)), 6.95, 7.28)).toBe(true)
      expect(inside(advised(collection(unit(metres))), 6.95, 7.28)).toBe(true)
    })

    it('features without a geometry', () => {
      const features = [
        unit(null),
        unit({ type: 'Polygon', coordinates: [] }, 'B'),
        unit(polygon(square(0, 6)), 'C'),
      ]
      const content = collection(...features)
      expect(advised(content)).toMatchObject({ places: [{ code: 'C' }], findings: [] })
      writeFileSync(join(folder, 'nulls.geojson'), content)
      ogr('nulls.gpkg', 'nulls.geojson')
      expect(advised(readFileSync(join(folder, 'nulls.gpkg')), 'in.gpkg')).toMatchObject({
        places: [{ code: 'C' }],
        findings: [],
      })
    })

    it('a GeoPackage without a reference system', () => {
      const content = geoPackageOf('POLYGON((7 8,8 8,8 9,7 9,7 8))', [])
      expect(validate(content, 'in.gpkg').findings).toMatchObject([
        { field: 'crs', message: 'the file does not say which reference system it is in.' },
      ])
      expect(inside(advised(content, 'in.gpkg'), 7.5, 8.5)).toBe(true)
    })

    it.each(['EPSG:4258', 'OGC:CRS84'])('a GeoPackage in %s is accepted as it is', (system) => {
      writeFileSync(join(folder, 'plain.geojson'), collection(unit(polygon(square(7, 8)))))
      rmSync(join(folder, 'other.gpkg'), { force: true })
      ogr('-a_srs', system, 'other.gpkg', 'plain.geojson')
      expect(inside(validate(readFileSync(join(folder, 'other.gpkg')), 'other.gpkg'), 7.5, 8.5)).toBe(true)
    })

    /** A GeoPackage of one geometry, as well-known text. */
    function geoPackageOf(wkt: string, system = ['-a_srs', 'EPSG:4326']): Buffer {
      writeFileSync(join(folder, 'wkt.csv'), `code,name,WKT\nA,A,"${wkt}"\n`)
      rmSync(join(folder, 'wkt.gpkg'), { force: true })
      ogr('-oo', 'KEEP_GEOM_COLUMNS=NO', ...system, 'wkt.gpkg', 'wkt.csv')
      return readFileSync(join(folder, 'wkt.gpkg'))
    }

    it.each([
      'MULTISURFACE(((0 7,1 7,1 8,0 8,0 7)))',
      'CURVEPOLYGON((0 7,1 7,1 8,0 8,0 7))',
      'CURVEPOLYGON(COMPOUNDCURVE((0 7,1 7,1 8),(1 8,0 8,0 7)))',
      'MULTISURFACE(CURVEPOLYGON((0 7,1 7,1 8,0 8,0 7)),((2 7,3 7,3 8,2 7)))',
      'GEOMETRYCOLLECTION(MULTIPOLYGON(((0 7,1 7,1 8,0 8,0 7))),POLYGON((2 7,3 7,3 8,2 7)))',
    ])('straight: %s is accepted as it is', (wkt) => {
      expect(inside(validate(geoPackageOf(wkt), 'a.gpkg'), 0.5, 7.5)).toBe(true)
    })

    it.each([
      [
        'CURVEPOLYGON(COMPOUNDCURVE((0 7,1 7),CIRCULARSTRING(1 7,1.2 7.5,1 8),(1 8,0 8,0 7)))',
        /^the geometry has arcs\.$/,
      ],
      ['MULTISURFACE(CURVEPOLYGON(CIRCULARSTRING(0 7,1 7,1 8,0 8,0 7)))', /^the geometry has arcs\.$/],
      [
        'TIN Z(((0 7 1,1 7 1,1 8 1,0 7 1)),((0 7 1,1 8 1,0 8 1,0 7 1)))',
        /^the geometry is a surface of triangles/,
      ],
    ])('%s', (wkt, message) => {
      const content = geoPackageOf(wkt)
      expect(validate(content, 'in.gpkg').findings).toMatchObject([
        { feature: 1, field: 'geometry', message },
      ])
      expect(inside(advised(content, 'in.gpkg'), 0.8, 7.5)).toBe(true)
    })

    const lines = [0, 1, 2].map((i) => JSON.stringify(unit(polygon(square(i, 7)), `c${i}`)))
    const esri = {
      geometryType: 'esriGeometryPolygon',
      spatialReference: { wkid: 4326 },
      fields: ['code', 'name'].map((name) => ({ name, type: 'esriFieldTypeString' })),
      features: [{ attributes: { code: 'A', name: 'A' }, geometry: { rings: [square(0, 7).toReversed()] } }],
    }
    const topology = {
      type: 'Topology',
      objects: {
        units: {
          type: 'GeometryCollection',
          geometries: [{ type: 'Polygon', arcs: [[0]], properties: { code: 'A', name: 'A' } }],
        },
      },
      arcs: [square(0, 7)],
    }
    const kml =
      '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>A</name><ExtendedData><Data name="code"><value>A</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>0,7 1,7 1,8 0,8 0,7</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>'
    it.each([
      [
        'newline-delimited',
        Buffer.from(lines.join('\n')),
        'the file has one feature per line (newline-delimited GeoJSON).',
      ],
      [
        'a sequence with separators',
        Buffer.from(lines.map((line) => `\u001E${line}\n`).join('')),
        'the file has one feature per line (newline-delimited GeoJSON).',
      ],
      ['Esri JSON', text(esri), 'the file is Esri JSON.'],
      ['TopoJSON', text(topology), 'the file is TopoJSON.'],
      [
        'a bare geometry',
        text(polygon(square(0, 7))),
        'the file is a geometry without a feature, so it has no name and no code.',
      ],
      [
        'compressed',
        gzipSync(collection(unit(polygon(square(0, 7))))),
        'the file is compressed with gzip, not GeoJSON.',
      ],
    ])('%s', (_what, content, message) => {
      expect(validate(content).findings).toMatchObject([{ feature: null, message }])
      expect(inside(advised(content), 0.8, 7.5)).toBe(true)
    })

    it('KML as GeoJSON, whose name is a property `Name`', () => {
      expect(validate(Buffer.from(kml)).findings).toMatchObject([
        { message: /^the file is XML, such as KML/ },
      ])
      expect(advised(Buffer.from(kml)).findings).toMatchObject([{ field: 'name', help: /Name/ }])
    })

    it('Esri JSON without a list of fields, which nothing converts', () => {
      const { fields: _fields, ...rest } = esri
      expect(validate(text(rest)).findings).toMatchObject([
        { help: /^Get GeoJSON from the server with f=geojson/ },
      ])
    })
  },
)
