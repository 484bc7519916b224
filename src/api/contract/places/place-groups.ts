import { z } from 'zod'
import { RUN_FILE_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { PLACE_TYPES, placeGroupVersion } from './place-group-list.ts'
import { flag, id, iso3, message, text } from '../shapes.ts'

export const getPlaces = defineEndpoint({
  name: 'getPlaces',
  resource: 'place-groups',
  summary: 'Get the polygons of a version of admin units as GeoJSON (properties: code, name, parent_code)',
  method: 'GET',
  path: '/place_group/versions/{id}/places',
  record: 'id',
  params: z.object({ id }),
  query: z.strictObject({
    /** In degrees: outlines may deviate by this much to save positions; neighbours keep their shared borders. */
    tolerance: z.coerce.number().min(0).max(5).default(0),
  }),
  answer: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        properties: z.object({ code: z.string(), name: z.string(), parent_code: z.string().nullable() }),
        geometry: z.object({ type: z.enum(['Polygon', 'MultiPolygon']), coordinates: z.array(z.any()) }),
      }),
    ),
  }),
})

const OUTLINES_MAX_BYTES = 100 * 2 ** 20

const outlineFinding = z.object({
  severity: z.enum(['error', 'warning']),
  /** 1 is the first feature of the file; null: the whole file. */
  feature: z.number().int().nullable(),
  /** The property, or 'geometry'. */
  field: z.string().nullable(),
  message: z.string(),
  help: z.string().optional(),
  /** What to send instead, with the same file. */
  remedy: z.object({ swap: z.boolean() }).optional(),
})
export type OutlineFinding = z.output<typeof outlineFinding>

const outlines = {
  encoding: 'multipart',
  files: { file: { maxBytes: OUTLINES_MAX_BYTES, maxCount: 1, required: true } },
  body: z.strictObject({
    iso3_code: iso3,
    place_type: z.enum(PLACE_TYPES),
    version: z
      .string()
      .trim()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u,
        'a short name of letters, digits, spaces, dots, dashes',
      ),
    /** Names of the properties (columns) with name, code and the parent unit's code. */
    name_field: text.default('name'),
    code_field: text.default('code'),
    parent_field: text.optional(),
    /** The layer, if a GeoPackage or an archive has several. */
    layer: text.optional(),
    /** Latitude comes before longitude in the file. */
    swap: flag.default(false),
    default: flag.default(false),
  }),
  timeoutMs: RUN_FILE_TIMEOUT_MS,
} as const

export const importPlaceGroup = defineEndpoint({
  name: 'importPlaceGroup',
  resource: 'place-groups',
  summary: 'Import a version of admin units from GeoJSON, a GeoPackage or a zipped shapefile in EPSG:4326',
  method: 'POST',
  path: '/place_group/versions',
  audit: 'place-group-import',
  record: 'result',
  ...outlines,
  /** Findings are warnings here; errors are returned as a problem whose `row` is the feature's number. */
  answer: z.object({ id: z.number().int(), places: z.number().int(), findings: z.array(outlineFinding) }),
})

export const validatePlaceGroup = defineEndpoint({
  name: 'validatePlaceGroup',
  resource: 'place-groups',
  summary: 'Validate a file of admin units; nothing is stored',
  method: 'POST',
  path: '/place_group/versions/validate',
  ...outlines,
  answer: z.object({ valid: z.boolean(), places: z.number().int(), findings: z.array(outlineFinding) }),
})

export const changePlaceGroupVersion = defineEndpoint({
  name: 'changePlaceGroupVersion',
  resource: 'place-groups',
  summary: 'Update a version of admin units: make it the default, activate or deactivate it',
  method: 'PUT',
  path: '/place_group/versions/{id}',
  audit: 'place-group-change',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({ is_default: z.boolean().optional(), active: z.boolean().optional() }),
  answer: placeGroupVersion,
})

export const deletePlaceGroupVersion = defineEndpoint({
  name: 'deletePlaceGroupVersion',
  resource: 'place-groups',
  summary: 'Delete an unused version of admin units',
  method: 'DELETE',
  path: '/place_group/versions/{id}',
  audit: 'place-group-delete',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})
