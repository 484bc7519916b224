import { createHash } from 'node:crypto'
import * as contract from '#contract/standards/wmts.ts'
import type { Services } from '#service/context.ts'
import { type LayerFilter, findLayer, listLayers } from '#service/domain/tile-layers/list-layers.ts'
import { renderLayerTile } from '#service/domain/tile-layers/render-layer-tile.ts'
import { wmtsCapabilities } from '#service/domain/tile-layers/wmts-capabilities.ts'
import { ServiceError } from '#service/service-error.ts'
import { keptAnswer } from '../../answers/kept-answers.ts'
import { picture } from '../../answers/picture.ts'
import { type FileAnswer, type Route, route } from '../../route.ts'
import { sentence } from '#service/sentence.ts'

async function capabilities(services: Services, { collection, iso3_code }: LayerFilter): Promise<FileAnswer> {
  const { xml, etag } = await keptAnswer(services, `wmts ${collection} ${iso3_code}`, async () => {
    const layers = await listLayers(services.db, { collection, iso3_code })
    const made = Buffer.from(wmtsCapabilities(layers, services.config))
    return { xml: made, etag: createHash('sha256').update(made).digest('base64url') }
  })
  return {
    name: 'WMTSCapabilities.xml',
    mediaType: 'application/xml',
    size: xml.length,
    etag,
    open: (range) => (range ? xml.subarray(range.start, range.end + 1) : xml),
  }
}

export const wmtsRoutes: Route[] = [
  route(contract.getWmts, async ({ query, caller }, services) => {
    if (query.request === 'GetCapabilities') return capabilities(services, query)
    const { layer: id, tilematrix: z, tilecol: x, tilerow: y, style } = query
    if (id === undefined || z === undefined || x === undefined || y === undefined)
      throw new ServiceError('bad-request', sentence`GetTile needs layer, tilematrix, tilerow and tilecol.`)
    const layer = await findLayer(services.db, id)
    return picture(
      `${id}-${z}-${x}-${y}.png`,
      await renderLayerTile(services, layer, { z, x, y }, style, caller),
    )
  }),
  route(contract.getWmtsCapabilities, ({ query }, services) => capabilities(services, query)),
]
