import { BASE_PATH } from '#contract/endpoint.ts'

/** Properties that a filter may name: their column in `stacRows`, and their JSON Schema. */
export const QUERYABLES = {
  id: { column: 'item_id', kind: 'text', title: 'Id of the item' },
  collection: { column: 'collection', kind: 'text', title: 'Id of the collection' },
  title: { column: 'title', kind: 'text', title: 'Title, or name of the band or file' },
  datetime: { column: 'starts', kind: 'moment', title: 'Beginning of the time that the item is about' },
  created: { column: 'created', kind: 'moment', title: 'When it was catalogued' },
  iso3_code: { column: 'iso3_code', kind: 'text', title: 'ISO 3166 code of its country' },
  year: { column: 'year', kind: 'number', title: 'Year that it is about' },
  source: { column: 'source', kind: 'text', title: 'Source of the data' },
  source_wave: { column: 'source_wave', kind: 'text', title: 'Wave of the survey' },
  target: { column: 'target', kind: 'text', title: 'Target of the layer' },
  unit: { column: 'unit', kind: 'text', title: 'Unit of the values' },
  'proj:epsg': { column: 'epsg', kind: 'number', title: 'EPSG code of the reference system' },
} as const satisfies Record<string, { column: string; kind: 'text' | 'number' | 'moment'; title: string }>

const SCHEMAS = {
  text: { type: 'string' },
  number: { type: 'number' },
  moment: { type: 'string', format: 'date-time' },
} as const

export function describeQueryables(publicUrl: string, path: string, title: string) {
  return {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $id: `${publicUrl}${BASE_PATH}${path}`,
    type: 'object' as const,
    title,
    properties: Object.fromEntries(
      Object.entries(QUERYABLES).map(([name, { kind, title: about }]) => [
        name,
        { title: about, ...SCHEMAS[kind] },
      ]),
    ),
    additionalProperties: false as const,
  }
}
