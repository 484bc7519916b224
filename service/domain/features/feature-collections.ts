import type { Answer } from '#contract/endpoint.ts'
import type * as contract from '#contract/standards/ogc-features.ts'
import { type SQL, and, asc, desc, eq, isNotNull } from '#drizzle'
import type { AppConfig } from '../../../app.config.ts'
import type { Executor } from '../../db/client.ts'
import { countries, place_group_versions, products } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { GEOJSON, addressesOf } from '../stac/links.ts'

type Config = Pick<AppConfig, 'apiPublicUrl' | 'brandName'>
type Collection = Answer<typeof contract.getFeaturesCollection>
export type FeatureKind = 'places' | 'units' | 'clusters'

const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
const REL = 'http://www.opengis.net/def/rel/ogc/1.0'
/** More would make a list that programs load slowly. */
const MAX_RECORDS = 500

export const FEATURES_CONFORM_TO = ['core', 'geojson'].map(
  (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
)

export function featuresLanding(config: Config): Answer<typeof contract.getFeaturesLanding> {
  const { link } = addressesOf(config)
  return {
    title: config.brandName,
    description: 'Place groups, and units and clusters of published outputs.',
    links: [
      link('self', '/features'),
      link('conformance', '/features/conformance'),
      link(`${REL}/conformance`, '/features/conformance'),
      link('data', '/features/collections'),
      link(`${REL}/data`, '/features/collections'),
      link('service-desc', '/openapi.json', { type: 'application/vnd.oai.openapi+json;version=3.1' }),
      link('service-doc', '/docs', { type: 'text/html' }),
    ],
  }
}

/** Active place groups, then the units and clusters of published outputs, the newest first. */
export async function listCollections(
  db: Executor,
  config: Config,
): Promise<Answer<typeof contract.listFeaturesCollections>> {
  const { link } = addressesOf(config)
  const groups = await selectGroups(db, eq(place_group_versions.active, true))
  const outputs = await selectOutputs(db)
  const collections = [
    ...groups.map((group) => presentGroup(group, config)),
    ...outputs.flatMap((output) => [
      presentOutput('units', output, config),
      presentOutput('clusters', output, config),
    ]),
  ]
  return { collections, links: [link('self', '/features/collections')] }
}

/** @throws ServiceError 'not-found', also for outputs that are not published */
export async function findCollection(db: Executor, config: Config, id: string) {
  const [, kind, text] = /^(places|units|clusters)-(\d{1,9})$/.exec(id) ?? []
  const record = Number(text)
  if (kind === 'places') {
    const [group] = await selectGroups(db, eq(place_group_versions.id, record))
    if (group) return { kind, record, collection: presentGroup(group, config) } as const
  } else if (kind === 'units' || kind === 'clusters') {
    const [output] = await selectOutputs(db, eq(products.job_id, record))
    if (output) return { kind, record, collection: presentOutput(kind, output, config) } as const
  }
  throw new ServiceError('not-found', sentence`There is no collection '${id.slice(0, 40)}'.`)
}

const selectGroups = (db: Executor, where: SQL) =>
  db
    .select({
      id: place_group_versions.id,
      type: place_group_versions.place_type,
      version: place_group_versions.version,
      country: countries.name,
      bounds: countries.bounds,
    })
    .from(place_group_versions)
    .innerJoin(countries, eq(countries.iso3_code, place_group_versions.iso3_code))
    .where(where)
    .orderBy(asc(countries.name), asc(place_group_versions.place_type), asc(place_group_versions.id))
    .limit(MAX_RECORDS)
type Group = Awaited<ReturnType<typeof selectGroups>>[number]

const selectOutputs = (db: Executor, where?: SQL) =>
  db
    .select({ job: products.job_id, title: products.title, bounds: products.bounds })
    .from(products)
    .where(and(eq(products.status, 'published'), isNotNull(products.job_id), where))
    .orderBy(desc(products.id))
    .limit(MAX_RECORDS)
type Output = Awaited<ReturnType<typeof selectOutputs>>[number]

const presentGroup = ({ id, type, version, country, bounds }: Group, config: Config) =>
  present(
    `places-${id}`,
    `${country}, ${type.toUpperCase()}: ${version}`,
    'Outlines of a place group.',
    bounds,
    config,
  )

const presentOutput = (kind: 'units' | 'clusters', { job, title, bounds }: Output, config: Config) =>
  kind === 'units'
    ? present(
        `units-${job}`,
        `${title}: units`,
        'Admin units with observed and modelled figures.',
        bounds,
        config,
      )
    : present(`clusters-${job}`, `${title}: clusters`, 'Clusters with held-out predictions.', bounds, config)

function present(
  id: string,
  title: string,
  description: string,
  bounds: readonly number[] | null,
  config: Config,
): Collection {
  const { link } = addressesOf(config)
  const home = `/features/collections/${id}`
  return {
    id,
    title,
    description,
    itemType: 'feature',
    extent: { spatial: { bbox: [[...(bounds ?? [-180, -90, 180, 90])]] } },
    crs: [CRS84],
    links: [link('self', home), link('items', `${home}/items`, { type: GEOJSON, title })],
  }
}
