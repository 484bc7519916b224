import { z } from 'zod'

/**
 * What the specifications require of an answer, written down from their texts (Apache-2.0) and independent of our
 * contract: stac-spec and stac-api-spec 1.0.0, projection 1.2.0, raster 1.1.0, file 2.1.0, RFC 7946.
 */
const words = z.string().min(1)
const address = words.refine((one) => URL.canParse(one) && !/\s/.test(one), 'must be an absolute address')
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/
const moment = words.regex(UTC).refine((one) => !Number.isNaN(Date.parse(one)), 'must be a moment')
const mediaType = words.regex(/^[a-z]+\/[\w.+-]+( ?; ?[\w-]+=[\w.-]+)*$/)
const distinct = (list: readonly unknown[]) => new Set(list).size === list.length
const between = (least: number, most: number) => z.number().min(least).max(most)

/** Fields whose names begin with the prefix: those of the extension only. */
const onlyFields =
  (prefix: string, shape: z.ZodRawShape) =>
  (fields: Record<string, unknown>): boolean =>
    Object.keys(fields).every((name) => !name.startsWith(prefix) || name in shape)

const box = z
  .array(z.number())
  .refine(({ length }) => length === 4 || length === 6, 'must be of 4 or 6 numbers')
const degrees = z
  .tuple([between(-180, 180), between(-90, 90), between(-180, 180), between(-90, 90)])
  .refine(([, south, , north]) => south <= north, 'must go from south to north')

const link = z.looseObject({
  rel: words,
  href: address,
  type: mediaType.optional(),
  title: words.optional(),
  method: z.enum(['GET', 'POST']).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
})
type Link = z.output<typeof link>
const has = (links: readonly Link[], rel: string, type?: RegExp) =>
  links.some((one) => one.rel === rel && (type === undefined || type.test(one.type ?? '')))
const JSON_TYPE = /^application\/json$/
const GEOJSON = /^application\/geo\+json$/

/** At least these relations, and never two roots, parents, collections or own addresses. */
const linksWith = (...rels: (readonly [string, RegExp])[]) =>
  z
    .array(link)
    .refine((links) => rels.every(([rel, type]) => has(links, rel, type)), `must have ${rels.join(', ')}`)
    .refine(
      (links) =>
        distinct(links.map(({ rel }) => rel).filter((rel) => /^(root|parent|collection|self)$/.test(rel))),
      'must not repeat a relation',
    )

const PROJECTION = {
  'proj:code': z
    .string()
    .regex(/^[A-Za-z0-9_]+:\w+$/)
    .nullable()
    .optional(),
  'proj:epsg': z.number().int().nullable().optional(),
  'proj:wkt2': z.string().nullable().optional(),
  'proj:projjson': z.record(z.string(), z.unknown()).nullable().optional(),
  'proj:geometry': z.record(z.string(), z.unknown()).optional(),
  'proj:bbox': box.optional(),
  'proj:centroid': z.strictObject({ lat: between(-90, 90), lon: between(-180, 180) }).optional(),
  'proj:shape': z.array(z.number().int().positive()).length(2).optional(),
  'proj:transform': z
    .array(z.number())
    .refine(({ length }) => length === 6 || length === 9)
    .optional(),
}

const FILE = {
  'file:byte_order': z.enum(['big-endian', 'little-endian']).optional(),
  // A multihash: for SHA-256 its code 0x12, the length 0x20, and 32 bytes.
  'file:checksum': z
    .string()
    .regex(/^1220[0-9a-f]{64}$/)
    .optional(),
  'file:header_size': z.number().int().min(0).optional(),
  'file:size': z.number().int().min(0).optional(),
  'file:values': z.array(z.unknown()).min(1).optional(),
  'file:local_path': words.optional(),
}

const KINDS =
  'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 cint16 cint32 cfloat32 cfloat64 other'
const statistics = z
  .strictObject({
    mean: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    stddev: z.number().min(0).optional(),
    valid_percent: between(0, 100).optional(),
  })
  .refine((one) => Object.keys(one).length > 0, 'must not be empty')
const band = z
  .looseObject({
    nodata: z.union([z.number(), z.enum(['nan', 'inf', '-inf'])]).optional(),
    sampling: z.enum(['area', 'point']).optional(),
    data_type: z.enum(KINDS.split(' ')).optional(),
    bits_per_sample: z.number().int().positive().optional(),
    spatial_resolution: z.number().positive().optional(),
    statistics: statistics.optional(),
    unit: z.string().optional(),
    scale: z.number().optional(),
    offset: z.number().optional(),
  })
  .refine((one) => Object.keys(one).length > 0, 'must not be empty')
const RASTER = { 'raster:bands': z.array(band).min(1).optional() }

const asset = z
  .looseObject({
    href: address,
    title: words.optional(),
    description: words.optional(),
    type: mediaType.optional(),
    roles: z.array(words).min(1).refine(distinct).optional(),
    ...FILE,
    ...RASTER,
    ...PROJECTION,
  })
  .refine(onlyFields('file:', FILE))
  .refine(onlyFields('raster:', RASTER))
  .refine(onlyFields('proj:', PROJECTION))

const MAY_BE_NULL = ['datetime', 'proj:code', 'proj:epsg', 'proj:wkt2', 'proj:projjson']
const properties = z
  .looseObject({
    datetime: moment.nullable(),
    start_datetime: moment.optional(),
    end_datetime: moment.optional(),
    created: moment.optional(),
    updated: moment.optional(),
    title: words.optional(),
    description: words.optional(),
    gsd: z.number().positive().optional(),
    ...PROJECTION,
  })
  .refine(
    ({ datetime, start_datetime: start, end_datetime: end }) =>
      (start === undefined) === (end === undefined) && (datetime !== null || start !== undefined),
    'must have a moment, or both ends of an interval',
  )
  .refine(
    ({ start_datetime: start, end_datetime: end }) =>
      start === undefined || Date.parse(start) <= Date.parse(end!),
    'must not end before it begins',
  )
  .refine(onlyFields('proj:', PROJECTION))
  .refine(
    (fields) => Object.entries(fields).every(([name, value]) => value !== null || MAY_BE_NULL.includes(name)),
    'must leave out what is not known',
  )

const position = z.tuple([between(-180, 180), between(-90, 90)])
type Ring = z.output<typeof position>[]
/** Twice the signed area: positive if the ring is counterclockwise, as RFC 7946 wants it outside. */
const turn = (ring: Ring) =>
  ring.slice(1).reduce((sum, [x, y], n) => sum + ring[n][0] * y - x * ring[n][1], 0)
const ring = z
  .array(position)
  .min(4)
  .refine((one) => one[0].join() === one.at(-1)!.join(), 'must be closed')
  .refine((one) => turn(one) >= 0, 'must be counterclockwise')
const polygon = z.strictObject({ type: z.literal('Polygon'), coordinates: z.tuple([ring]) })

const EXTENSION = /^https:\/\/stac-extensions\.github\.io\/(\w+)\/v\d+\.\d+\.\d+\/schema\.json$/
const DECLARED = { projection: 'v1.2.0', raster: 'v1.1.0', file: 'v2.1.0' }
const extensions = z
  .array(words.regex(EXTENSION))
  .refine(distinct)
  .refine((all) =>
    Object.entries(DECLARED).every(([name, version]) =>
      all.some((one) => one.includes(`/${name}/${version}/`)),
    ),
  )

export const item = z
  .looseObject({
    type: z.literal('Feature'),
    stac_version: z.literal('1.0.0'),
    stac_extensions: extensions,
    id: words,
    collection: words,
    geometry: polygon.nullable(),
    bbox: degrees.optional(),
    properties,
    links: linksWith(
      ['self', GEOJSON],
      ['root', JSON_TYPE],
      ['parent', JSON_TYPE],
      ['collection', JSON_TYPE],
    ),
    assets: z.record(words, asset),
  })
  .refine(({ geometry, bbox }) => (geometry === null) === (bbox === undefined), 'bbox goes with geometry')
  .refine(
    ({ geometry, bbox }) =>
      !geometry ||
      !bbox ||
      geometry.coordinates[0].every(([x, y]) => x >= bbox[0] && x <= bbox[2] && y >= bbox[1] && y <= bbox[3]),
    'bbox encloses the geometry',
  )

const itemCollection = z
  .looseObject({
    type: z.literal('FeatureCollection'),
    features: z.array(item),
    links: linksWith(['root', JSON_TYPE], ['self', GEOJSON]),
    numberMatched: z.number().int().min(0),
    numberReturned: z.number().int().min(0),
  })
  .refine(({ features, numberReturned }) => features.length === numberReturned)
  .refine(({ numberMatched, numberReturned }) => numberMatched >= numberReturned)
  .refine(({ features }) => distinct(features.map(({ collection, id }) => `${collection}/${id}`)))
  .refine(({ links }) =>
    links.every(
      ({ rel, type, method, body }) =>
        rel !== 'next' || (GEOJSON.test(type ?? '') && (method === 'POST') === (body !== undefined)),
    ),
  )

const described = { stac_version: z.literal('1.0.0'), id: words, title: words, description: words }
const SCHEMA = /^application\/schema\+json$/
const QUERYABLES = 'http://www.opengis.net/def/rel/ogc/1.0/queryables'

const collection = z.looseObject({
  type: z.literal('Collection'),
  itemType: z.literal('feature'),
  ...described,
  stac_extensions: z.array(address).refine(distinct),
  keywords: z.array(words).optional(),
  license: words.regex(/^[\w.+-]+$/),
  extent: z.looseObject({
    spatial: z.looseObject({ bbox: z.array(degrees).min(1) }),
    temporal: z.looseObject({
      interval: z
        .array(
          z
            .tuple([moment.nullable(), moment.nullable()])
            .refine(([from, to]) => !from || !to || Date.parse(from) <= Date.parse(to)),
        )
        .min(1),
    }),
  }),
  links: linksWith(
    ['self', JSON_TYPE],
    ['root', JSON_TYPE],
    ['parent', JSON_TYPE],
    ['items', GEOJSON],
    [QUERYABLES, SCHEMA],
  ),
})

const catalogue = z
  .looseObject({
    type: z.literal('Catalog'),
    ...described,
    stac_extensions: z.array(address).refine(distinct).optional(),
    conformsTo: z.array(address).refine(distinct),
    links: linksWith(
      ['self', JSON_TYPE],
      ['root', JSON_TYPE],
      ['conformance', JSON_TYPE],
      ['data', JSON_TYPE],
      ['child', JSON_TYPE],
      ['search', GEOJSON],
      [QUERYABLES, SCHEMA],
      ['service-desc', /^application\/vnd\.oai\.openapi\+json;version=3\.\d$/],
      ['service-doc', /^text\/html$/],
    ),
  })
  .refine(({ conformsTo }) =>
    ['core', 'collections', 'ogcapi-features', 'item-search'].every((name) =>
      conformsTo.includes(`https://api.stacspec.org/v1.0.0/${name}`),
    ),
  )

const collections = z.looseObject({
  collections: z.array(collection),
  links: linksWith(['root', JSON_TYPE], ['self', JSON_TYPE]),
})

/** The rules for an answer of this kind; none for what is not STAC, such as the queryables. */
export function rulesFor(answer: { type?: unknown; collections?: unknown }): z.ZodType | null {
  if (answer.type === 'Catalog') return catalogue
  if (answer.type === 'Collection') return collection
  if (answer.type === 'Feature') return item
  if (answer.type === 'FeatureCollection') return itemCollection
  return answer.collections ? collections : null
}
