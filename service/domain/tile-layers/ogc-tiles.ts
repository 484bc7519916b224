import type { Answer } from '#contract/endpoint.ts'
import type * as contract from '#contract/standards/ogc-tiles.ts'
import type { AppConfig } from '../../../app.config.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { addressesOf } from '../stac/links.ts'
import { type TileLayer, onMercator, tileTemplate } from './tile-layer.ts'
import {
  CRS_URI,
  MATRICES,
  MATRIX_SET,
  MATRIX_SET_URI,
  TILE_SIDE,
  TOP_LEFT,
  limitsOf,
} from './tile-matrix-set.ts'

type Config = Pick<AppConfig, 'apiPublicUrl' | 'brandName'>
const REL = 'http://www.opengis.net/def/rel/ogc/1.0'
const DEGREES = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

export const TILES_CONFORM_TO = [
  ...['core', 'landing-page', 'json'].map(
    (name) => `http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/${name}`,
  ),
  'http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections',
  ...['core', 'tileset', 'tilesets-list', 'geodata-tilesets', 'png'].map(
    (name) => `http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/${name}`,
  ),
  'http://www.opengis.net/spec/tms/2.0/conf/tilematrixset',
]

export function tilesLanding(config: Config): Answer<typeof contract.getTilesLanding> {
  const { link } = addressesOf(config)
  return {
    title: config.brandName,
    description: 'Map tiles of published outputs and bands.',
    links: [
      link('self', '/tiles'),
      link('conformance', '/tiles/conformance'),
      link(`${REL}/conformance`, '/tiles/conformance'),
      link('data', '/tiles/collections'),
      link(`${REL}/data`, '/tiles/collections'),
      link(`${REL}/tiling-schemes`, '/tiles/tileMatrixSets'),
      link('service-desc', '/openapi.json', { type: 'application/vnd.oai.openapi+json;version=3.1' }),
      link('service-doc', '/docs', { type: 'text/html' }),
    ],
  }
}

export function tilesCollection(
  { id, title, description, bounds }: TileLayer,
  config: Config,
): Answer<typeof contract.getTilesCollection> {
  const { link } = addressesOf(config)
  return {
    id,
    title,
    description,
    dataType: 'map',
    extent: { spatial: { bbox: bounds ? [[...bounds]] : [] } },
    crs: [CRS_URI],
    links: [
      link('self', `/tiles/collections/${id}`),
      link(`${REL}/tilesets-map`, `/tiles/collections/${id}/map/tiles`),
    ],
  }
}

export function tileSets(layer: TileLayer, config: Config): Answer<typeof contract.listTileSets> {
  const { link } = addressesOf(config)
  const home = `/tiles/collections/${layer.id}/map/tiles`
  return {
    tilesets: [
      {
        title: layer.title,
        dataType: 'map',
        crs: CRS_URI,
        tileMatrixSetURI: MATRIX_SET_URI,
        links: [
          link('self', `${home}/${MATRIX_SET}`),
          link(`${REL}/tiling-scheme`, `/tiles/tileMatrixSets/${MATRIX_SET}`),
        ],
      },
    ],
    links: [link('self', home)],
  }
}

export function tileSet(layer: TileLayer, config: Config): Answer<typeof contract.getTileSet> {
  const { link } = addressesOf(config)
  const [west, south, east, north] = onMercator(layer.bounds ?? [-180, -90, 180, 90])
  const template = tileTemplate(
    layer,
    layer.categorical ? 'classes' : 'viridis',
    '/{tileMatrix}/{tileCol}/{tileRow}',
  )
  return {
    title: layer.title,
    dataType: 'map',
    crs: CRS_URI,
    tileMatrixSetURI: MATRIX_SET_URI,
    tileMatrixSetLimits: limitsOf(layer).map(({ zoom, minRow, maxRow, minColumn, maxColumn }) => ({
      tileMatrix: String(zoom),
      minTileRow: minRow,
      maxTileRow: maxRow,
      minTileCol: minColumn,
      maxTileCol: maxColumn,
    })),
    boundingBox: { crs: DEGREES, lowerLeft: [west, south], upperRight: [east, north] },
    links: [
      link('self', `/tiles/collections/${layer.id}/map/tiles/${MATRIX_SET}`),
      { ...link('item', template, { type: 'image/png' }), templated: true },
      link(`${REL}/tiling-scheme`, `/tiles/tileMatrixSets/${MATRIX_SET}`),
    ],
  }
}

const about = {
  id: MATRIX_SET,
  title: 'Google Maps Compatible for the World',
  uri: MATRIX_SET_URI,
  crs: CRS_URI,
}

export function requireMatrixSet(id: string): void {
  if (id !== MATRIX_SET)
    throw new ServiceError(
      'not-found',
      sentence`There is no tile matrix set '${id.slice(0, 40)}'; there is ${fixed(MATRIX_SET)}.`,
    )
}

export const tileMatrixSets = (config: Config): Answer<typeof contract.listTileMatrixSets> => ({
  tileMatrixSets: [
    { ...about, links: [addressesOf(config).link('self', `/tiles/tileMatrixSets/${MATRIX_SET}`)] },
  ],
})

export const tileMatrixSet: Answer<typeof contract.getTileMatrixSet> = {
  ...about,
  orderedAxes: ['E', 'N'],
  wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
  tileMatrices: MATRICES.map(({ zoom, scaleDenominator, cellSize, side }) => ({
    id: String(zoom),
    scaleDenominator,
    cellSize,
    cornerOfOrigin: 'topLeft',
    pointOfOrigin: [...TOP_LEFT],
    matrixWidth: side,
    matrixHeight: side,
    tileWidth: TILE_SIDE,
    tileHeight: TILE_SIDE,
  })),
}
