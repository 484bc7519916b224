import * as contract from '#contract/standards/ogc-tiles.ts'
import { findLayer, listLayers } from '#service/domain/tile-layers/list-layers.ts'
import {
  TILES_CONFORM_TO,
  requireMatrixSet,
  tileMatrixSet,
  tileMatrixSets,
  tileSet,
  tileSets,
  tilesCollection,
  tilesLanding,
} from '#service/domain/tile-layers/ogc-tiles.ts'
import { JsonText } from '#service/json-text.ts'
import { keptAnswer } from '../../answers/kept-answers.ts'
import { type Route, route } from '../../route.ts'

export const ogcTilesRoutes: Route[] = [
  route(contract.getTilesLanding, async (_call, { config }) => tilesLanding(config)),
  route(contract.getTilesConformance, async () => ({ conformsTo: TILES_CONFORM_TO })),
  route(contract.listTilesCollections, (_call, services) =>
    keptAnswer(services, 'tiles', async () => {
      const { db, config } = services
      const collections = (await listLayers(db)).map((layer) => tilesCollection(layer, config))
      const links = tilesLanding(config).links.filter(({ rel }) => rel === 'data')
      return new JsonText(JSON.stringify({ collections, links }))
    }),
  ),
  route(contract.getTilesCollection, async ({ params }, { db, config }) =>
    tilesCollection(await findLayer(db, params.layer_id), config),
  ),
  route(contract.listTileSets, async ({ params }, { db, config }) =>
    tileSets(await findLayer(db, params.layer_id), config),
  ),
  route(contract.getTileSet, async ({ params }, { db, config }) => {
    requireMatrixSet(params.tile_matrix_set_id)
    return tileSet(await findLayer(db, params.layer_id), config)
  }),
  route(contract.listTileMatrixSets, async (_call, { config }) => tileMatrixSets(config)),
  route(contract.getTileMatrixSet, async ({ params }) => {
    requireMatrixSet(params.tile_matrix_set_id)
    return tileMatrixSet
  }),
]
