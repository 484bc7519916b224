import * as lists from '#contract/collection-list.ts'
import * as contract from '#contract/collections.ts'
import * as versions from '#contract/collection-versions.ts'
import { listCollectionFacets } from '#contract/facets.ts'
import { change } from '../../domain/collections/change.ts'
import { check } from '../../domain/collections/check.ts'
import { createCollection } from '../../domain/collections/create.ts'
import { listFacets } from '../../domain/collections/list-facets.ts'
import { list } from '../../domain/collections/list.ts'
import { listVersions } from '../../domain/collections/list-versions.ts'
import { removeVersion } from '../../domain/collections/remove-version.ts'
import { remove } from '../../domain/collections/remove.ts'
import { restoreVersion } from '../../domain/collections/restore-version.ts'
import { getCollection } from '../../domain/collections/select-collections.ts'
import { type Route, route } from '../route.ts'

export const collectionsRoutes: Route[] = [
  route(lists.listCollections, ({ query }, { db }) => list(db, query)),
  route(listCollectionFacets, ({ query }, { db }) => listFacets(db, query)),
  route(contract.checkBands, ({ query, caller }, services) => check(services, query, caller)),
  route(contract.getCollection, ({ params }, { db }) => getCollection(db, params.id)),
  route(contract.createCollection, async ({ body, actor }, services) => {
    const { id } = await createCollection(services, { ...body, createdBy: actor.id })
    return getCollection(services.db, id)
  }),
  route(contract.changeCollection, ({ params, body, actor }, services) =>
    change(services, actor, params.id, body),
  ),
  route(contract.deleteCollection, ({ params, actor }, services) => remove(services, actor, params.id)),
  route(versions.listCollectionVersions, ({ params, query }, { db }) => listVersions(db, params.id, query)),
  route(versions.restoreCollectionVersion, ({ params, body, actor }, services) =>
    restoreVersion(services, actor, params, body.current_version),
  ),
  route(versions.deleteCollectionVersion, ({ params, actor }, services) =>
    removeVersion(services, actor, params),
  ),
]
