import * as contract from '#contract/standards/stac.ts'
import { getCollections, requireCollectionId } from '#service/domain/stac/collections.ts'
import { CONFORMS_TO } from '#service/domain/stac/extensions.ts'
import { getItem, getItems } from '#service/domain/stac/item-pages.ts'
import { landing } from '#service/domain/stac/landing.ts'
import { describeQueryables } from '#service/domain/stac/queryables.ts'
import { searchCollections } from '#service/domain/stac/search-collections.ts'
import { readSortBy } from '#service/domain/stac/sort-by.ts'
import { type Route, route } from '../../route.ts'

const listed = (words: string | undefined) =>
  words
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const listsOf = ({ ids, sortby }: { ids?: string; sortby?: string }) => ({
  ids: listed(ids),
  sortby: sortby ? readSortBy(sortby) : undefined,
})

export const stacRoutes: Route[] = [
  route(contract.getStacLanding, (_call, { config }) => Promise.resolve(landing(config))),
  route(contract.getStacConformance, () => Promise.resolve({ conformsTo: CONFORMS_TO })),
  route(contract.listStacCollections, ({ query }, services) => searchCollections(services, query)),
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
    const named = listed(query.collections)
    const collections = named && !named.includes(id) ? [] : [id]
    return getItems(services, { ...query, ...listsOf(query), collections }, { path, query })
  }),
  route(contract.getStacItem, async ({ params }, services) =>
    getItem(services, requireCollectionId(params.collection_id), params.item_id),
  ),
  route(contract.searchStac, ({ query }, services) =>
    getItems(
      services,
      { ...query, ...listsOf(query), collections: listed(query.collections) },
      { path: '/stac/search', query },
    ),
  ),
  route(contract.postStacSearch, ({ body }, services) =>
    getItems(services, body, { path: '/stac/search', body }),
  ),
]
