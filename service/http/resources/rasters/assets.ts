import * as findings from '#contract/rasters/asset-findings.ts'
import * as contract from '#contract/rasters/assets.ts'
import { acceptFinding, withdrawFinding } from '#service/domain/assets/accept-finding.ts'
import { get, requireAssetFile, requireCog } from '#service/domain/assets/get.ts'
import { getLayout } from '#service/domain/assets/get-layout.ts'
import { listFindings } from '#service/domain/assets/list-findings.ts'
import { listUses } from '#service/domain/assets/list-uses.ts'
import { remove } from '#service/domain/assets/remove.ts'
import { upload } from '#service/domain/assets/upload.ts'
import { type Route, route } from '../../route.ts'
import { orRasterLater } from '../../input/take-in.ts'
import { storedFile } from '../../answers/stored-file.ts'

export const assetsRoutes: Route[] = [
  route(contract.getAsset, ({ params }, { db }) => get(db, params.id)),
  route(contract.listAssetUses, ({ params }, { db }) => listUses(db, params.id)),
  route(findings.listAssetFindings, ({ params, caller }, services) =>
    listFindings(services, params.id, caller),
  ),
  route(contract.getAssetLayout, ({ params, caller }, services) => getLayout(services, params.id, caller)),
  route(contract.downloadAsset, async ({ params }, { db, files }) =>
    storedFile(files, await requireAssetFile(db, params.id)),
  ),
  route(contract.downloadAssetCog, async ({ params }, { db, files }) =>
    storedFile(files, await requireCog(db, params.id)),
  ),
  route(contract.uploadAsset, (call, services) =>
    orRasterLater('upload', call, services, () =>
      upload(services, call.streamed[0], call.body, call.actor.id, call.caller),
    ),
  ),
  route(findings.acceptAssetFinding, ({ params, body, actor, caller }, services) =>
    acceptFinding(services, actor, params.id, body, caller),
  ),
  route(findings.withdrawAssetFinding, ({ params, body, actor }, services) =>
    withdrawFinding(services, actor, params.id, body),
  ),
  route(contract.deleteAsset, ({ params, actor }, services) => remove(services, actor, params.id)),
]
