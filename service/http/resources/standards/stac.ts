import * as contract from '#contract/standards/stac.ts'
import { getCollections, requireCollectionId } from '#service/domain/stac/collections.ts'
import { CONFORMS_TO } from '#service/domain/stac/extensions.ts'
import { getItem, getItems } from '#service/domain/stac/item-pages.ts'
import { landing } from '#service/domain/stac/landing.ts'
import { addressesOf } from '#service/domain/stac/links.ts'
import { describeQueryables } from '#service/domain/stac/queryables.ts'
import { type Route, route } from '../../route.ts'

const listed = (words: string | undefined) =>
  words
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean)

export const stacRoutes: Route[] = [
  route(contract.getStacLanding, (_call, { config }) => Promise.resolve(landing(config))),
  route(contract.getStacConformance, () => Promise.resolve({ conformsTo: CONFORMS_TO })),
  route(contract.listStacCollections, async (_call, { db, config }) => {
    const { link, root } = addressesOf(config)
    const collections = await getCollections(db, config)
    return { collections, links: [root, link('self', '/stac/collections'), link('parent', '/stac')] }
  }),
  route(contract.getStacCollection, async ({ params }, { db, config }) => {
    const [collection] = await getCollections(db, config, [requireCollectionId(params.collection_id)])
    return collection
  }),
  route(contract.getStacQueryables, (_call, { config }) =>
    Promise.resolve(describeQueryables(config.apiPublicUrl, '/stac/queryables', 'Items')),
  ),
  route(contract.getStacCollectionQueryables, async ({ params }, { config }) => {
    const id = requireCollectionId(params.collection_id)
    return describeQueryables(config.apiPublicUrl, `/stac/collections/${id}/queryables`, `Items of ${id}`)
  }),
  route(contract.listStacItems, async ({ params, query }, services) => {
    const id = requireCollectionId(params.collection_id)
    const path = `/stac/collections/${id}/items`
    return getItems(services, { ...query, collections: [id] }, { path, query })
  }),
  route(contract.getStacItem, async ({ params }, services) =>
    getItem(services, requireCollectionId(params.collection_id), params.item_id),
  ),
  route(contract.searchStac, ({ query }, services) =>
    getItems(
      services,
      { ...query, ids: listed(query.ids), collections: listed(query.collections) },
      { path: '/stac/search', query },
    ),
  ),
  route(contract.postStacSearch, ({ body }, services) =>
    getItems(services, body, { path: '/stac/search', body }),
  ),
]
