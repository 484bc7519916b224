import * as contract from '#contract/interpolation/interpolation.ts'
import * as productFiles from '#contract/interpolation/interpolation-files.ts'
import { createCollection } from '../../domain/collections/create.ts'
import { getCollection } from '../../domain/collections/select-collections.ts'
import { changeMany } from '../../domain/interpolation/change-many.ts'
import { checkIn } from '../../domain/interpolation/check-in.ts'
import { requireProductFile } from '../../domain/interpolation/find-files.ts'
import { linkMany } from '../../domain/interpolation/link-many.ts'
import {
  listCatalogCountries,
  listModelCountries,
  listProductSources,
} from '../../domain/interpolation/list-values.ts'
import { size } from '../../domain/interpolation/list.ts'
import { getProduct } from '../../domain/interpolation/select-products.ts'
import { sign } from '../../domain/signed-links/sign.ts'
import { type Route, route } from '../route.ts'
import { storedFile } from '../answers/stored-file.ts'
import { orRasterLater } from '../input/take-in.ts'

export const interpolationRoutes: Route[] = [
  route(contract.countProducts, ({ query }, { db }) => size(db, query)),
  route(contract.getProduct, ({ params }, { db }) => getProduct(db, params.id)),
  route(contract.listCatalogCountries, (_call, { db }) => listCatalogCountries(db)),
  route(contract.listProductSources, (_call, { db }) => listProductSources(db)),
  route(contract.listModelCountries, (_call, { db }) => listModelCountries(db)),
  route(productFiles.linkProductFiles, ({ body, actor, accessTokenId }, services) =>
    linkMany(services, body.files, { issuedBy: actor.id, accessTokenId }),
  ),
  route(contract.changeProducts, ({ body }, { db }) => changeMany(db, body.items)),
  route(contract.createCustomStack, async ({ body, actor }, services) => {
    const { id } = await createCollection(services, { ...body, createdBy: actor.id })
    return getCollection(services.db, id)
  }),
  route(productFiles.checkInRaster, (call, services) =>
    orRasterLater('check-in', call, services, () =>
      checkIn(services, call.streamed[0], call.body, call.actor.id, call.caller),
    ),
  ),
  route(productFiles.linkProduct, ({ params, query, actor, accessTokenId }, services) =>
    sign(
      services,
      { kind: 'interpolation', recordId: params.id, part: query.ext },
      { issuedBy: actor.id, accessTokenId },
    ),
  ),
  route(productFiles.downloadProduct, async ({ params, query }, { db, files }) =>
    storedFile(files, await requireProductFile(db, params.id, query.ext)),
  ),
]
