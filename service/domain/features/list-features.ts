import type { Query } from '#contract/endpoint.ts'
import type * as contract from '#contract/standards/ogc-features.ts'
import type { Caller, Services } from '../../context.ts'
import { JsonText } from '../../json-text.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { GEOJSON, addressesOf } from '../stac/links.ts'
import { findCollection } from './feature-collections.ts'
import { featureRows, geometriesOf, placesMeeting } from './feature-rows.ts'

/** A page of a collection's features. */
export async function listFeatures(
  services: Services,
  id: string,
  { limit, offset, bbox }: Query<typeof contract.listFeatures>,
  caller: Caller,
): Promise<JsonText> {
  const { db, config } = services
  const rows = await featureRows(services, await findCollection(db, config, id), caller)
  const matching = bbox ? await placesMeeting(db, rows, bbox, caller) : [...rows.keys()]
  const page = matching.slice(offset, offset + limit)
  const geometries = await geometriesOf(
    db,
    page.map((at) => rows[at]),
  )
  const features = page.map((at, i) => featureOf(at, rows[at].properties, geometries[i]))
  const { link } = addressesOf(config)
  const home = `/features/collections/${id}`
  const pageAt = (rel: string, from: number) => {
    const query = new URLSearchParams({
      limit: String(limit),
      offset: String(from),
      ...(bbox && { bbox: bbox.join() }),
    })
    return link(rel, `${home}/items?${query.toString()}`, { type: GEOJSON })
  }
  const about = {
    numberMatched: matching.length,
    numberReturned: page.length,
    timeStamp: new Date().toISOString(),
    links: [
      pageAt('self', offset),
      link('collection', home),
      ...(offset + limit < matching.length ? [pageAt('next', offset + limit)] : []),
      ...(offset > 0 ? [pageAt('prev', Math.max(0, offset - limit))] : []),
    ],
  }
  return new JsonText(
    `{"type":"FeatureCollection","features":[${features.map((text) => `${text}}`).join(',')}],${JSON.stringify(about).slice(1)}`,
  )
}

/** @throws ServiceError 'not-found' */
export async function getFeature(
  services: Services,
  id: string,
  feature: string,
  caller: Caller,
): Promise<JsonText> {
  const { db, config } = services
  const rows = await featureRows(services, await findCollection(db, config, id), caller)
  const at = /^\d{1,9}$/.test(feature) ? Number(feature) - 1 : -1
  const row = rows[at]
  if (!row)
    throw new ServiceError('not-found', sentence`There is no feature '${feature}' in the collection '${id}'.`)
  const { link } = addressesOf(config)
  const home = `/features/collections/${id}`
  const [geometry] = await geometriesOf(db, [row])
  const links = [link('self', `${home}/items/${feature}`, { type: GEOJSON }), link('collection', home)]
  return new JsonText(`${featureOf(at, row.properties, geometry)},"links":${JSON.stringify(links)}}`)
}

/** Without its last brace. */
const featureOf = (at: number, properties: object, geometry: string) =>
  `{"type":"Feature","id":${at + 1},"properties":${JSON.stringify(properties)},"geometry":${geometry}`
