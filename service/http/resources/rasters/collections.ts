import * as contract from '#contract/rasters/collections.ts'
import * as versions from '#contract/rasters/collection-versions.ts'
import { change } from '#service/domain/collections/change.ts'
import { check } from '#service/domain/collections/check.ts'
import { createCollection } from '#service/domain/collections/create.ts'
import { listVersions } from '#service/domain/collections/list-versions.ts'
import { removeVersion } from '#service/domain/collections/remove-version.ts'
import { remove } from '#service/domain/collections/remove.ts'
import { restoreVersion } from '#service/domain/collections/restore-version.ts'
import { getCollection } from '#service/domain/collections/select-collections.ts'
import { type Route, route } from '../../route.ts'

export const collectionsRoutes: Route[] = [
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
