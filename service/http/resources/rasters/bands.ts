import * as contract from '#contract/rasters/bands.ts'
import * as uploads from '#contract/rasters/band-uploads.ts'
import * as zonal from '#contract/rasters/zonal.ts'
import { change } from '#service/domain/bands/change.ts'
import { getUpload } from '#service/domain/bands/get-upload.ts'
import { getBandValueAt, getHistogram, renderBandTile } from '#service/domain/bands/look-at-band.ts'
import { receiveUpload } from '#service/domain/bands/receive-upload.ts'
import { removeUpload } from '#service/domain/bands/remove-upload.ts'
import { getBand } from '#service/domain/bands/select-bands.ts'
import { uploadMany } from '#service/domain/bands/upload-many.ts'
import { getZonal, zonalCsv } from '#service/domain/zonal/get-zonal.ts'
import { picture } from '../../answers/picture.ts'
import { noteAudit } from '../../record-calls.ts'
import { type FileAnswer, type Route, route } from '../../route.ts'
import { orLater } from '../../input/take-in.ts'

export const bandsRoutes: Route[] = [
  route(contract.getBand, ({ params }, { db }) => getBand(db, params.id)),
  route(contract.changeBand, ({ params, body, actor, caller }, services) =>
    change(services, actor, params.id, body, caller),
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
  route(zonal.getBandZonal, ({ params, caller }, services) => getZonal(services, params, caller)),
  route(zonal.downloadBandZonal, async ({ params, caller }, services): Promise<FileAnswer> => {
    const { name, content } = await zonalCsv(services, params, caller)
    const cacheControl = 'private, no-cache'
    return { name, mediaType: 'text/csv', size: null, cacheControl, open: () => Buffer.from(content) }
  }),
  route(uploads.uploadBands, (call, services) => {
    const { body, files, streamed, actor, caller, request } = call
    const sent = { ...body, sheet: files[0].content, rasters: streamed, createdBy: actor.id }
    const noteLeftOut = (detail: string) => noteAudit(request, { detail })
    return orLater(
      call,
      () => uploadMany(services, { ...sent, noteLeftOut }, caller),
      () => receiveUpload(services, sent, caller),
      '/raster/v1/bands/bulk',
    )
  }),
  route(uploads.getBandUpload, ({ params }, { db }) => getUpload(db, params.id)),
  route(uploads.deleteBandUpload, ({ params, actor }, services) => removeUpload(services, actor, params.id)),
]
