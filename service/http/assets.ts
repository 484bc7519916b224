import * as contract from '#contract/assets.ts'
import { get, requireAssetFile } from '../domain/assets/get.ts'
import { list } from '../domain/assets/list.ts'
import { remove } from '../domain/assets/remove.ts'
import { upload } from '../domain/assets/upload.ts'
import { type Route, route } from './route.ts'
import { storedFile } from './stored-file.ts'

export const assetsRoutes: Route[] = [
  route(contract.listAssets, ({ query }, { db }) => list(db, query)),
  route(contract.getAsset, ({ params }, { db }) => get(db, params.id)),
  route(contract.downloadAsset, async ({ params }, { db, files }) =>
    storedFile(files, await requireAssetFile(db, params.id)),
  ),
  route(contract.uploadAsset, ({ body, streamed, actor }, services) =>
    upload(services, streamed[0], body, actor.id),
  ),
  route(contract.deleteAsset, ({ params, actor }, services) => remove(services, actor, params.id)),
]
