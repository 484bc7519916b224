import type { Answer } from '#contract/endpoint.ts'
import type { StacItem, StacLink, searchStac } from '#contract/standards/stac.ts'
import type { Services } from '../../context.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { GEOJSON, addressesOf } from './links.ts'
import { type StacSearch, findRow, search } from './search.ts'
import { toItems } from './to-items.ts'

type Items = Answer<typeof searchStac>

/** How the caller asked: the address below the base path, and the parameters as they were sent. */
interface Asked {
  path: string
  query?: Readonly<Record<string, unknown>>
  body?: Readonly<Record<string, unknown>>
}

const isSet = ([, value]: [string, unknown]) => value !== undefined && value !== ''

export function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query)
    .filter(isSet)
    .map(([name, value]) => [name, String(value)])
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

export async function getItems(
  { db, config }: Pick<Services, 'db' | 'config'>,
  query: StacSearch,
  { path, query: sent = {}, body }: Asked,
): Promise<Items> {
  const { link, root } = addressesOf(config)
  const { rows, matched, next: token } = await search(db, query)
  const features = await toItems(db, config, rows)
  const page = (rel: string, more: Record<string, unknown>): StacLink =>
    body === undefined
      ? link(rel, withQuery(path, { ...sent, ...more }), { type: GEOJSON, method: 'GET' })
      : link(rel, path, { type: GEOJSON, method: 'POST', body: { ...body, ...more } })
  return {
    type: 'FeatureCollection',
    features,
    links: [root, page('self', {}), ...(token === null ? [] : [page('next', { token })])],
    numberMatched: matched,
    numberReturned: features.length,
  }
}

export async function getItem(
  { db, config }: Pick<Services, 'db' | 'config'>,
  collection: string,
  id: string,
): Promise<StacItem> {
  const row = await findRow(db, collection, id)
  const [item] = row ? await toItems(db, config, [row]) : []
  if (!item)
    throw new ServiceError(
      'not-found',
      sentence`The collection '${collection}' has no item '${id.slice(0, 40)}'.`,
    )
  return item
}
