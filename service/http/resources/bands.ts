import * as lists from '#contract/band-list.ts'
import * as contract from '#contract/bands.ts'
import { change } from '../../domain/bands/change.ts'
import { list } from '../../domain/bands/list.ts'
import { getBandValueAt, getHistogram, renderBandTile } from '../../domain/bands/look-at-band.ts'
import { getBand } from '../../domain/bands/select-bands.ts'
import { uploadMany } from '../../domain/bands/upload-many.ts'
import { picture } from '../picture.ts'
import { type Route, route } from '../route.ts'

export const bandsRoutes: Route[] = [
  route(lists.listBands, ({ query }, { db }) => list(db, query)),
  route(contract.getBand, ({ params }, { db }) => getBand(db, params.id)),
  route(contract.changeBand, ({ params, body, actor, caller }, { db }) =>
    change(db, actor, params.id, body, caller),
  ),
  route(contract.getBandHistogram, ({ params }, { db }) => getHistogram(db, params.id)),
  route(contract.getBandTile, async ({ params, query, caller }, { db, files }) =>
    picture(
      `band-${params.id}-${params.z}-${params.x}-${params.y}.png`,
      await renderBandTile(db, files, params, query, caller),
    ),
  ),
  route(contract.getBandValue, ({ params, query, caller }, { db, files }) =>
    getBandValueAt(db, files, params.id, query, caller),
  ),
  route(contract.uploadBands, ({ body, files, streamed, actor, caller }, services) =>
    uploadMany(
      services,
      { ...body, sheet: files[0].content, rasters: streamed, createdBy: actor.id },
      caller,
    ),
  ),
]
