import type { AppConfig } from '../../../app.config.ts'
import { CONFORMS_TO, STAC_VERSION } from './extensions.ts'
import { GEOJSON, addressesOf } from './links.ts'
import { COLLECTION_IDS } from './rows.ts'

export function landing(config: Pick<AppConfig, 'apiPublicUrl' | 'brandName'>) {
  const { link, root } = addressesOf(config)
  const { brandName } = config
  return {
    type: 'Catalog' as const,
    stac_version: STAC_VERSION,
    id: 'strata',
    title: brandName,
    description: `Rasters of ${brandName}: bands, processed rasters and published outputs.`,
    conformsTo: CONFORMS_TO,
    links: [
      root,
      link('self', '/stac'),
      link('conformance', '/stac/conformance'),
      link('data', '/stac/collections'),
      link('search', '/stac/search', { type: GEOJSON, method: 'GET' as const }),
      link('search', '/stac/search', { type: GEOJSON, method: 'POST' as const }),
      link('http://www.opengis.net/def/rel/ogc/1.0/queryables', '/stac/queryables', {
        type: 'application/schema+json',
      }),
      link('service-desc', '/openapi.json', { type: 'application/vnd.oai.openapi+json;version=3.1' }),
      link('service-doc', '/docs', { type: 'text/html' }),
      ...COLLECTION_IDS.map((id) => link('child', `/stac/collections/${id}`)),
    ],
  }
}
