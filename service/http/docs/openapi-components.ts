import type { JsonSchema, OpenApi } from './openapi-document.ts'

/**
 * Where an answer has each schema that has a name: the call, then its fields; `[]` is an item of a list. Every answer that
 * has the same schema refers to it, so that a generated client has one type for it.
 */
export const ANCHORS: Readonly<Record<string, string>> = {
  Account: 'listAccounts content[]',
  AccountRole: 'getMe roles[]',
  AdmRow: 'listJobAdmData content[]',
  Aggregate: 'getAggregate',
  Asset: 'listAssets content[]',
  AssetBand: 'listAssets content[] bands[]',
  AssetRecipe: 'listAssets content[] recipe',
  Band: 'listBands content[]',
  BandScaling: 'getBand statistics scaling',
  BandStatistics: 'getBand statistics',
  BandUpload: 'getBandUpload',
  Brief: 'getBrief',
  ClassCount: 'uploadAsset raster bands[] classes[]',
  Client: 'listClients content[]',
  Collection: 'listCollections content[]',
  CollectionBand: 'listCollections content[] bands[]',
  ConfigurationReport: 'validateConfiguration',
  Dataset: 'listDatasets content[]',
  FacetCount: 'listAssetFacets content[]',
  Facets: 'listAssetFacets',
  FileLayout: 'uploadAsset raster as_sent',
  Inspection: 'getInspection',
  InspectedBand: 'uploadAsset raster bands[]',
  InspectedRaster: 'uploadAsset raster',
  Job: 'listJobs content[]',
  JobCounts: 'countJobs by_status',
  JobReport: 'getJobReport',
  Jobs: 'listJobs',
  Message: 'logout',
  OgcLink: 'getTilesLanding links[]',
  Product: 'listProducts content[]',
  Project: 'listProjects content[]',
  RasterFinding: 'uploadAsset findings[]',
  RasterPreview: 'uploadAsset raster preview',
  SavedView: 'listViews content[]',
  SignedLink: 'linkJobOutput',
  StacCollection: 'getStacCollection',
  StacItem: 'getStacItem',
  StacItems: 'searchStac',
  StacLink: 'getStacLanding links[]',
  Submission: 'listSubmissions content[]',
  Survey: 'listSurveys content[]',
  SurveyReading: 'importSurvey reading',
  SurveyRemedy: 'importSurvey remedies[]',
  TableFinding: 'importSurvey findings[]',
  Tag: 'createTag',
  TileJson: 'getBandTileJson',
  TileSetCollection: 'getTilesCollection',
  Upload: 'getUpload',
}

/** A schema without the alternative null. */
const present = (schema: JsonSchema): JsonSchema => {
  const [one, other] = (schema.anyOf ?? []) as JsonSchema[]
  return other?.type === 'null' ? one : schema
}

function fieldOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const field = (schema.properties as Record<string, JsonSchema> | undefined)?.[name.replace('[]', '')]
  const inner = field && present(field)
  return name.endsWith('[]') ? (inner?.items as JsonSchema | undefined) : inner
}

function findAnchor({ paths }: OpenApi, anchor: string): JsonSchema | undefined {
  const [call, ...fields] = anchor.split(' ')
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === call)
  const answer = operation?.responses['200']
  const content = answer && 'content' in answer ? Object.values(answer.content ?? {}) : []
  return fields.reduce<JsonSchema | undefined>(
    (schema, name) => schema && fieldOf(schema, name),
    content[0]?.schema,
  )
}

/** The same document with the answers' schemas named in `components`. */
export function nameSchemas(document: OpenApi): OpenApi {
  const found = Object.entries(ANCHORS).flatMap(([name, anchor]) => {
    const schema = findAnchor(document, anchor)
    return schema ? [[name, schema] as const] : []
  })
  const names = new Map(found.map(([name, schema]) => [JSON.stringify(schema), name]))
  const withNames = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withNames)
    if (typeof value !== 'object' || value === null) return value
    const name = 'properties' in value ? names.get(JSON.stringify(value)) : undefined
    return name === undefined ? within(value) : { $ref: `#/components/schemas/${name}` }
  }
  const within = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNames(one)]))
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, call]) => [
        method,
        { ...call, responses: within(call.responses) },
      ]),
    ),
  ])
  const schemas = Object.fromEntries(found.map(([name, schema]) => [name, within(schema)]))
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: { ...document.components.schemas, ...schemas } },
  } as OpenApi
}

/** The document for programs. Python compiles no classes of Unicode: patterns that have one are left out. */
export const toText = (document: OpenApi): string =>
  JSON.stringify(nameSchemas(document), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' && value.includes('\\p{') ? undefined : value,
  )
