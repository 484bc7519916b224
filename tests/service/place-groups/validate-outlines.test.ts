import { describe, expect, it } from 'vitest'
import { edgeTests } from '#service/geometry/work-budget.ts'
import { findCrossing, indexEdges, type Point } from '#service/geometry/edges.ts'
import { reachBeyond } from '#service/domain/place-groups/fit-country.ts'
import { validateOutlines, MAX_FINDINGS } from '#service/domain/place-groups/validate-outlines.ts'
import { findOverlaps } from '#service/geometry/find-overlaps.ts'
import { cpuMs } from '../../support/cpu-ms.ts'
import { circle, collection, feature, polygon, square } from './squares.ts'

const TOGO: [number, number, number, number] = [-0.2, 6.1, 1.8, 11.1]
const validate = (content: Buffer, more: object = {}) =>
  validateOutlines({
    content,
    file: 'a.geojson',
    properties: { name: 'name', code: 'code' },
    bounds: TOGO,
    parents: null,
    ...more,
  })
const crossingIn = (ring: number[][]) => findCrossing(indexEdges(ring as unknown as Point[]), edgeTests())
const one = (geometry: unknown, properties: Record<string, unknown> = { code: 'A', name: 'A' }) =>
  validate(collection(feature(properties, geometry)))

describe('findings on geometries', () => {
  it.each([
    [
      'a bow tie',
      [
        [0, 7],
        [1, 8],
        [1, 7],
        [0, 8],
        [0, 7],
      ],
      /^an outline crosses itself near 0\.50000, 7\.50000/,
    ],
    [
      'a ring without area',
      [
        [0, 7],
        [1, 8],
        [0.5, 7.5],
        [0, 7],
      ],
      /^a ring has no area/,
    ],
    [
      'a step across the antimeridian',
      [
        [179, 7],
        [-179, 7],
        [-179, 8],
        [179, 8],
        [179, 7],
      ],
      /^a ring crosses the antimeridian/,
    ],
    [
      'too few positions',
      [
        [0, 7],
        [1, 7],
        [0, 7],
      ],
      /^a ring has fewer than four/,
    ],
    [
      'an infinite position',
      [
        [0, 7],
        [Infinity, 7],
        [1, 8],
        [0, 7],
      ],
      /^a position is not a pair of numbers/,
    ],
  ])('%s', (_what, ring, message) => {
    const { findings } = one(polygon(ring))
    expect(findings).toMatchObject([{ severity: 'error', feature: 1, field: 'geometry' }])
    expect(findings[0].message).toMatch(message)
  })

  it('touching is not crossing: at a vertex, along an edge, by a spike', () => {
    for (const ring of [
      [
        [0, 7],
        [2, 7],
        [2, 9],
        [1, 7],
        [0, 9],
        [0, 7],
      ],
      [
        [0, 7],
        [1, 7],
        [1, 8],
        [1, 9],
        [1, 8],
        [0, 8],
        [0, 7],
      ],
      [
        [0, 7],
        [1 / 3, 7],
        [1, 7],
        [1, 8],
        [2 / 3, 7.000000000001],
        [0, 8],
        [0, 7],
      ],
    ])
      expect(crossingIn(ring)).toBeNull()
  })

  it('finds the one crossing among many edges', () => {
    const ring = circle(0, 0, 10, 50_000)
    expect(crossingIn(ring)).toBeNull()
    ;[ring[20_000], ring[20_001]] = [ring[20_001], ring[20_000]]
    expect(crossingIn(ring)).not.toBeNull()
  })
})

describe('holes', () => {
  const shell = square(0, 7, 1)
  const findingsOf = (...holes: number[][][]) =>
    one(polygon(shell, ...holes)).findings.map(({ message }) => message)
  /** Open to the east: a hole in its notch lies outside, though in its box. */
  const notched = [
    [0, 7],
    [1, 7],
    [1, 7.2],
    [0.2, 7.2],
    [0.2, 7.8],
    [1, 7.8],
    [1, 8],
    [0, 8],
    [0, 7],
  ]

  it('lie inside their outline, and may touch it at a vertex or along an edge', () => {
    expect(findingsOf(square(0.2, 7.2, 0.3), square(0.6, 7.6, 0.2))).toEqual([])
    expect(findingsOf(square(0, 7, 0.3))).toEqual([])
    expect(
      findingsOf([
        [0, 7.5],
        [0.5, 7.3],
        [0.5, 7.7],
        [0, 7.5],
      ]),
    ).toEqual([])
  })

  it.each([
    ['elsewhere', square(1.2, 7.2, 0.3), /^a hole lies outside its outline near 1\.20000, 7\.20000/],
    ['beyond a corner that both have', square(1, 8, 0.3), /^a hole lies outside its outline near 1\.30000/],
    ['around it', square(-0.1, 6.9, 1.2), /^a hole lies outside its outline near/],
    ['half of it', square(0.8, 7.2, 0.3), /^a hole crosses its outline near 1\.00000, 7\.(2|5)0000/],
    [
      'from one corner to beyond another',
      [
        [0, 7],
        [1, 8],
        [1.5, 8.2],
        [0, 7],
      ],
      /^a hole /,
    ],
  ])('%s are an error', (_where, hole, message) => {
    const { places, findings } = one(polygon(shell, hole))
    expect(places).toEqual([])
    expect(findings).toMatchObject([{ severity: 'error', feature: 1, field: 'geometry', help: /Repair it/ }])
    expect(findings[0].message).toMatch(message)
  })

  it('in a notch are an error', () => {
    const { findings } = one(polygon(notched, square(0.4, 7.4, 0.2)))
    expect(findings).toMatchObject([{ message: /^a hole lies outside its outline near 0\.40000, 7\.40000/ }])
    expect(one(polygon(notched, square(0.05, 7.4, 0.1))).findings).toEqual([])
  })
})

describe('work limits', () => {
  it('420 identical squares take milliseconds, and report as many overlaps as are shown', () => {
    const units = Array.from({ length: 420 }, (_, i) =>
      feature({ code: i, name: `n${i}` }, polygon(square(0, 7))),
    )
    const content = collection(...units)
    const { findings } = validate(content)
    // The fastest of five, in CPU time: other work on the machine should not count.
    const times = Array.from({ length: 5 }, () => {
      const start = cpuMs()
      validate(content)
      return cpuMs() - start
    })
    expect(Math.min(...times)).toBeLessThan(100)
    expect(findings).toHaveLength(MAX_FINDINGS)
    expect(findings[0].message).toBe('the unit and that of feature 1 overlap by 100.0 % of the smaller one.')
  })

  it('units whose boxes all intersect are compared up to a limit, which is reported', () => {
    // Thin diagonals side by side: every pair of boxes intersects, no pair of units does.
    const strip = (at: number) => [
      [at, 7],
      [at + 0.00001, 7],
      [at + 1.00001, 8],
      [at + 1, 8],
      [at, 7],
    ]
    const areas = Array.from({ length: 300 }, (_, i) => polygon(strip(i / 10_000)))
    expect(findOverlaps(areas as never, 0.01)).toEqual({ found: [], complete: true })
    expect(findOverlaps(areas as never, 0.01, { budget: { left: 10_000 } })).toEqual({
      found: [],
      complete: false,
    })
  })

  it('edges that all lie close together are compared up to a limit, and that is an error', () => {
    // A comb of long teeth: every edge's box intersects every other's.
    const teeth = 20_000
    const ring = Array.from({ length: teeth }, (_, i) => [
      [(i * 1.2) / teeth, 7],
      [(i * 1.2) / teeth + 0.5, 9],
    ]).flat()
    const start = cpuMs()
    const { findings } = one(polygon([...ring, [1.7, 6.9], [0, 6.9], [0, 7]]))
    expect(cpuMs() - start).toBeLessThan(10_000)
    expect(findings).toMatchObject([
      {
        feature: 1,
        field: 'geometry',
        message: 'too many edges of the outlines lie too close together to be checked.',
      },
    ])
  })
})

describe('findings on features', () => {
  it('names a misspelt property once, with the existing ones', () => {
    const { findings } = validate(
      collection(feature({ NAME: 'A', code: 1 }, null), feature({ NAME: 'B', code: 2 }, null)),
    )
    expect(findings).toEqual([
      {
        severity: 'error',
        feature: null,
        field: 'name',
        message: "the property 'name' is missing in every feature.",
        help: 'The features have: NAME, code.',
      },
    ])
  })

  it('reports every error with its feature and field, errors first', () => {
    const { findings } = validate(
      collection(
        feature({ code: 'A', name: 'Same' }, polygon(square(0, 7))),
        feature({ code: 'A', name: 'same' }, polygon(square(1, 7))),
        feature({ code: 'C', name: ' ' }, { type: 'Point', coordinates: [0, 7] }),
        feature({ code: 2 ** 60, name: 'D' }, polygon(square(0, 8))),
      ),
    )
    expect(findings.map(({ severity, feature: at, field }) => `${severity} ${at} ${field}`)).toEqual([
      'error 2 code',
      'error 3 name',
      'error 3 geometry',
      'error 4 code',
      'warning 2 name',
    ])
  })

  it('says once that many features share codes, and names', () => {
    const content = collection(
      ...Array.from({ length: 20 }, (_, i) =>
        feature(
          { code: `D${i % 3}`, name: i < 12 ? 'Central' : `n${i}` },
          polygon(square(0.01 * i, 7, 0.01)),
        ),
      ),
    )
    const { findings } = validate(content)
    expect(findings.map(({ feature: at, message }) => [at, message])).toEqual([
      [null, '20 features share 3 codes; codes must be unique.'],
      [null, '12 features have the name of another one in the same unit, so they cannot be distinguished.'],
    ])
    expect(findings[0].help).toMatch(/import the file as the level below\.$/)
  })

  it('says once that every feature lies outside the country', () => {
    const content = collection(
      ...Array.from({ length: 20 }, (_, i) =>
        feature({ code: i, name: `n${i}` }, polygon(square(30 + 0.01 * i, 7, 0.01))),
      ),
    )
    expect(validate(content).findings).toMatchObject([
      {
        severity: 'error',
        feature: null,
        message: expect.stringMatching(/^all 20 features lie outside the country/),
      },
    ])
  })

  it('rejects half of a character', () => {
    const { findings } = one(polygon(square(0, 7)), { code: 'A', name: 'To\ud83d' })
    expect(findings).toMatchObject([
      { feature: 1, field: 'name', message: "the property 'name' contains half of a character." },
    ])
  })

  it('checks the parent level', () => {
    const content = collection(
      feature({ code: 'A', name: 'A', up: 'TG-K' }, polygon(square(0, 7))),
      feature({ code: 'B', name: 'B', up: 'TG-X' }, polygon(square(0, 8))),
    )
    const { findings } = validate(content, {
      properties: { name: 'name', code: 'code', parent: 'up' },
      parents: { codes: ['TG-K', 'TG-M'], version: '2024' },
    })
    expect(findings).toEqual([
      {
        severity: 'error',
        feature: 2,
        field: 'up',
        message: "there is no unit 'TG-X' in the level above (version '2024').",
        help: 'Its codes look like TG-K, TG-M.',
      },
    ])
  })

  it("compares with the country's bounds: far outside is an error, slightly beyond a warning", () => {
    expect(one(polygon(square(1, 7))).findings).toEqual([])
    expect(one(polygon(square(1.5, 7))).findings).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/^the unit reaches 0\.7 degrees beyond/) },
    ])
    // Latitude before longitude.
    expect(one(polygon(square(7, 0))).findings).toMatchObject([{ severity: 'error', field: 'geometry' }])
  })

  it('says once that all fit if longitude and latitude are swapped, beside their other errors', () => {
    const vietnam: [number, number, number, number] = [102, 8, 110, 24]
    const bowTie = [
      [10, 105],
      [11, 106],
      [10, 106],
      [11, 105],
      [10, 105],
    ]
    const content = collection(
      feature({ code: 'A', name: 'A' }, polygon(square(12, 106))),
      feature({ code: 'B', name: 'B' }, polygon(bowTie)),
    )
    expect(
      validate(content, { bounds: vietnam }).findings.map(({ feature: at, message }) => [at, message]),
    ).toEqual([
      [null, 'all 2 features fit if longitude and latitude are swapped.'],
      [2, 'an outline crosses itself near 105.50000, 10.50000.'],
    ])
    // One that fits neither way.
    const apart = collection(feature({ code: 'A', name: 'A' }, polygon(square(50, 50))))
    expect(validate(apart, { bounds: vietnam }).findings).toMatchObject([
      { feature: 1, message: /lies outside the country/ },
    ])
  })

  it('does not offer to swap what fits: a country whose bounds are nearly square, with an island beyond them', () => {
    const bounds: [number, number, number, number] = [2.7, 4.3, 14.7, 13.9]
    const file = (...rings: number[][][]) =>
      collection(...rings.map((ring, i) => feature({ code: i, name: `n${i}` }, polygon(ring))))
    const main = square(4.5, 4.5, 9)
    expect(validate(file(main), { bounds }).findings).toEqual([])
    expect(validate(file(main, square(1, 5)), { bounds }).findings).toMatchObject([
      { severity: 'error', message: /lies outside/ },
    ])
    expect(validate(file(main, square(2, 5)), { bounds }).findings).toMatchObject([
      { severity: 'warning', message: /reaches 0.7 degrees/ },
    ])
  })

  it('supports bounds across the antimeridian', () => {
    const fiji: [number, number, number, number] = [174.6, -21.7, -178.2, -12.5]
    expect(reachBeyond([177, -19, 180, -16], fiji)).toBeLessThanOrEqual(0)
    expect(reachBeyond([-180, -19, -179, -16], fiji)).toBeLessThanOrEqual(0)
    expect(reachBeyond([177, -19, -179, -16], fiji)).toBeLessThanOrEqual(0)
    expect(reachBeyond([-180, -19, -176, -16], fiji)).toBeCloseTo(2.2)
    expect(reachBeyond([0, -19, 1, -16], fiji)).toBe(Infinity)
    expect(reachBeyond([-180, -80, 180, -70], [-180, -85, 180, -60])).toBeLessThanOrEqual(0)
  })

  it('stops reporting after the maximum', () => {
    const many = Array.from({ length: 300 }, (_, i) => feature({ code: i, name: `n${i}` }, polygon([[0, 7]])))
    expect(validate(collection(...many)).findings).toHaveLength(MAX_FINDINGS)
  })
})

describe('overlaps', () => {
  it('are shares of the smaller one', () => {
    const areas = [square(0, 0, 4), square(3, 0, 2), square(3, 0.5, 1), square(10, 0)].map((ring) =>
      polygon(ring),
    )
    const { found } = findOverlaps(areas as never, 0.01)
    expect(found.map(({ first, second }) => [first, second])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ])
    expect(found[0].share).toBeCloseTo(1, 6)
    expect(found[2].share).toBeCloseTo(0.5, 6)
  })
  it('leave out shared borders, and units inside a hole', () => {
    const ring = polygon(square(0, 0, 3), square(1, 1, 1))
    const areas = [ring, polygon(square(1, 1, 1)), polygon(square(3, 0, 3))]
    expect(findOverlaps(areas as never, 0.001)).toEqual({ found: [], complete: true })
  })
  it('are warnings that say how much', () => {
    const { findings, places } = validate(
      collection(
        feature({ code: 'A', name: 'A' }, polygon(square(0, 7))),
        feature({ code: 'B', name: 'B' }, polygon(square(0.9, 7, 0.5))),
      ),
    )
    expect(places).toHaveLength(2)
    expect(findings).toMatchObject([{ severity: 'warning', feature: 2, field: 'geometry' }])
    expect(findings[0].message).toBe('the unit and that of feature 1 overlap by 20.0 % of the smaller one.')
  })
})

describe('files', () => {
  const sound = collection(feature({ code: 'A', name: 'A' }, polygon(square(0, 7))))
  it.each([
    ['a GeoPackage by name only', sound, 'a.gpkg', /file type is not supported/],
    ['a shapefile', sound, 'a.shp', /file type is not supported/],
    [
      'SQLite as GeoJSON',
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200)]),
      'a.json',
      /file type is not supported/,
    ],
    [
      'broken SQLite',
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200, 7)]),
      'a.gpkg',
      /is damaged or not a GeoPackage/,
    ],
    ['half a file', sound.subarray(0, 60), 'a.geojson', /is not valid JSON: it is cut off\.$/],
    [
      'another encoding',
      Buffer.from(sound.toString('utf8').replace('"A"', '"É"'), 'latin1'),
      'a.geojson',
      /is not UTF-8 text\.$/,
    ],
    [
      'a number that JSON does not have',
      Buffer.from(sound.toString('utf8').replace('[0,7]', '[NaN,7]')),
      'a.geojson',
      /is not valid JSON: line 1 has 'NaN', which is no value in JSON\.$/,
    ],
    ['nothing in it', collection(), 'a.geojson', /has no features/],
    [
      'a type that is no text',
      Buffer.from('{"type":{"toString":1}}'),
      'a.geojson',
      /is not a GeoJSON FeatureCollection/,
    ],
    ['a list', Buffer.from('[1]'), 'a.geojson', /is not a GeoJSON FeatureCollection/],
    ['deep nesting', Buffer.from('['.repeat(200_000)), 'a.geojson', /is not valid JSON: it is cut off/],
  ])('%s is rejected', (_what, content, file, message) => {
    const { findings, places } = validate(content, { file })
    expect(places).toEqual([])
    expect(findings).toMatchObject([{ severity: 'error', feature: null }])
    expect(findings[0].message).toMatch(message)
  })
  it('with too many units or positions are rejected', () => {
    const speck = feature({ code: 'A', name: 'A' }, null)
    const many = validate(collection(...Array.from({ length: 20_001 }, () => speck)))
    expect(many.findings[0].message).toBe('the file has 20001 features; at most 20000 are allowed.')
  })
  it.each([
    ['togo.shp', 'Put the files of a shapefile (.shp, .shx, .dbf, .prj) into one .zip.'],
    ['togo.dbf', 'Put the files of a shapefile (.shp, .shx, .dbf, .prj) into one .zip.'],
    ['togo', 'Put the files of a shapefile (.shp, .shx, .dbf, .prj) into one .zip.'],
    ['togo.kml', 'ogr2ogr -t_srs EPSG:4326 out.gpkg in.kml'],
    ['togo.geojsonl', 'ogr2ogr -t_srs EPSG:4326 out.gpkg in.geojsonl'],
  ])('of another format, %s, say what to do', (file, help) => {
    expect(validate(Buffer.from('PK\x03\x04'), { file }).findings[0].help).toContain(help)
  })
  it('in metres are rejected with a conversion command', () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32631' } }
    const content = Buffer.from(JSON.stringify({ ...JSON.parse(sound.toString()), crs }))
    const { findings } = validate(content)
    expect(findings[0]).toMatchObject({ field: 'crs', help: expect.stringContaining('-t_srs EPSG:4326') })
  })
})
