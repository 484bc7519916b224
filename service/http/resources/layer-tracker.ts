import * as contract from '#contract/layer-tracker.ts'
import { add, preview } from '../../domain/layer-tracker/add.ts'
import { download } from '../../domain/layer-tracker/download.ts'
import { create, list, listRows } from '../../domain/layer-tracker/workbooks.ts'
import { type Route, route } from '../route.ts'

export const layerTrackerRoutes: Route[] = [
  route(contract.addToLayerTracker, ({ body, actor }, services) => add(services, actor, body)),
  route(contract.previewLayerTracker, ({ body }, services) => preview(services, body)),
  route(contract.createTrackerWorkbook, ({ body, actor }, { db }) => create(db, actor, body)),
  route(contract.listTrackerWorkbooks, ({ query }, { db }) => list(db, query)),
  route(contract.listTrackerRows, ({ params, query }, { db }) => listRows(db, params.sheet_id, query)),
  route(contract.downloadTrackerWorkbook, async ({ params }, { db, config }) => {
    const { content, ...about } = await download(db, config, params.sheet_id)
    return {
      ...about,
      size: content.length,
      open: (range) => (range ? content.subarray(range.start, range.end + 1) : content),
    }
  }),
]
