import { BASE_PATH } from '#contract/endpoint.ts'
import type { AppConfig } from '../../../app.config.ts'
import { xmlText } from '../../tables/plain-text.ts'
import { type TileLayer, onMercator, stylesOf, tidy, tileTemplate } from './tile-layer.ts'
import {
  CRS_URN,
  MATRICES,
  MATRIX_SET,
  MATRIX_SET_URI,
  TILE_SIDE,
  TOP_LEFT,
  limitsOf,
} from './tile-matrix-set.ts'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** Text of an element or attribute. */
const text = (words: string) => xmlText(words).replaceAll(/[&<>"']/g, (character) => ENTITIES[character])

/** WMTS 1.0.0 capabilities: key-value pairs at `/wmts`, and the addresses of tiles as templates. */
export function wmtsCapabilities(
  layers: readonly TileLayer[],
  { apiPublicUrl, brandName }: Pick<AppConfig, 'apiPublicUrl' | 'brandName'>,
): string {
  const base = apiPublicUrl + BASE_PATH
  const kvp = `${base}/wmts?`
  const operations = ['GetCapabilities', 'GetTile'].map(
    (name) => `<ows:Operation name="${name}"><ows:DCP><ows:HTTP><ows:Get xlink:href="${text(kvp)}">
<ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint>
</ows:Get></ows:HTTP></ows:DCP></ows:Operation>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
<ows:ServiceIdentification><ows:Title>${text(brandName)}</ows:Title><ows:ServiceType>OGC WMTS</ows:ServiceType><ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>
<ows:OperationsMetadata>
${operations.join('\n')}
</ows:OperationsMetadata>
<Contents>
${layers.map((layer) => layerXml(layer, base)).join('\n')}
${matrixSetXml}
</Contents>
<ServiceMetadataURL xlink:href="${text(`${base}/wmts/1.0.0/WMTSCapabilities.xml`)}"/>
</Capabilities>
`
}

function layerXml(layer: TileLayer, base: string): string {
  const { id, title, description, source, unit, bounds, min, max } = layer
  if (!bounds) return ''
  const [west, south, east, north] = onMercator(bounds)
  const scale = `Colours from ${tidy(min)} to ${tidy(max)}${unit ? ` ${unit}` : ''}.`
  const abstract = [description, source && `Source: ${source}.`, scale].filter(Boolean).join(' ')
  const template = base + tileTemplate(layer, '{Style}', '/{TileMatrix}/{TileCol}/{TileRow}')
  const styles = stylesOf(layer).map(
    (style, i) =>
      `<Style${i === 0 ? ' isDefault="true"' : ''}><ows:Identifier>${style}</ows:Identifier></Style>`,
  )
  const limits = limitsOf(layer).map(
    (one) =>
      `<TileMatrixLimits><TileMatrix>${one.zoom}</TileMatrix><MinTileRow>${one.minRow}</MinTileRow><MaxTileRow>${one.maxRow}</MaxTileRow><MinTileCol>${one.minColumn}</MinTileCol><MaxTileCol>${one.maxColumn}</MaxTileCol></TileMatrixLimits>`,
  )
  return `<Layer><ows:Title>${text(title)}</ows:Title><ows:Abstract>${text(abstract)}</ows:Abstract>
<ows:WGS84BoundingBox><ows:LowerCorner>${west} ${south}</ows:LowerCorner><ows:UpperCorner>${east} ${north}</ows:UpperCorner></ows:WGS84BoundingBox>
<ows:Identifier>${id}</ows:Identifier>${styles.join('')}<Format>image/png</Format>
<TileMatrixSetLink><TileMatrixSet>${MATRIX_SET}</TileMatrixSet><TileMatrixSetLimits>${limits.join('')}</TileMatrixSetLimits></TileMatrixSetLink>
<ResourceURL format="image/png" resourceType="tile" template="${text(template)}"/></Layer>`
}

const matrices = MATRICES.map(
  ({ zoom, scaleDenominator, side }) =>
    `<TileMatrix><ows:Identifier>${zoom}</ows:Identifier><ScaleDenominator>${scaleDenominator}</ScaleDenominator><TopLeftCorner>${TOP_LEFT.join(' ')}</TopLeftCorner><TileWidth>${TILE_SIDE}</TileWidth><TileHeight>${TILE_SIDE}</TileHeight><MatrixWidth>${side}</MatrixWidth><MatrixHeight>${side}</MatrixHeight></TileMatrix>`,
)
const matrixSetXml = `<TileMatrixSet><ows:Identifier>${MATRIX_SET}</ows:Identifier><ows:SupportedCRS>${CRS_URN}</ows:SupportedCRS><WellKnownScaleSet>${MATRIX_SET_URI}</WellKnownScaleSet>
${matrices.join('\n')}
</TileMatrixSet>`
