import { BASE_PATH } from '#contract/endpoint.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { linkBandTiles, openSignedTile } from '#contract/accounts/signed-links.ts'
import { SURFACES, type Surface } from '#contract/jobs/output-types.ts'
import type { Caller, Services } from '../../context.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { renderBandTile } from '../bands/look-at-band.ts'
import { getBand } from '../bands/select-bands.ts'
import { findSecret } from '../link-tokens/secret.ts'
import { type LinkGiver, type LinkTarget, tokenSigner } from '../link-tokens/sign-link.ts'
import { type LinkClaims, readToken } from '../link-tokens/token.ts'
import { renderOutputTile } from '../outputs/render-output-tile.ts'
import { classesOfBand, layerOfBand } from '../tile-layers/layer-of-band.ts'
import { layerOfJob } from '../tile-layers/layer-of-job.ts'
import { toTileJson } from '../tile-layers/to-tile-json.ts'
import { forged, validate } from './resolve.ts'

type TilesLink = Answer<typeof linkBandTiles>
type Giver = LinkGiver & { minutes: number }

/** In the place of a file's name: the token of a tile opens no file, and that of a file no tile. */
const TILES = 'tiles'

async function signTiles(
  services: Pick<Services, 'db' | 'config'>,
  target: Omit<LinkTarget, 'name'>,
  { tiles, minzoom, maxzoom }: ReturnType<typeof toTileJson>,
  giver: Giver,
): Promise<TilesLink> {
  const sign = await tokenSigner(services, giver)
  const { token, expires_at } = sign({ ...target, name: TILES })
  const look = tiles[0].slice(tiles[0].indexOf('{y}') + '{y}'.length)
  const url = `${services.config.apiPublicUrl}${BASE_PATH}/tiles/signed/${token}/{z}/{x}/{y}${look}`
  return { url, expires_at, minzoom, maxzoom }
}

export async function signJobTiles(
  services: Services,
  { id, surface }: { id: number; surface: Surface },
  giver: Giver,
  caller: Caller,
): Promise<TilesLink> {
  const tileJson = toTileJson(await layerOfJob(services, id, surface, caller), {}, services.config)
  return signTiles(services, { kind: 'job-output', recordId: id, part: `tiles:${surface}` }, tileJson, giver)
}

/** The link ends with the band's asset. */
export async function signBandTiles(services: Services, id: number, giver: Giver): Promise<TilesLink> {
  const { db, config } = services
  const { asset_id: recordId } = await getBand(db, id)
  const tileJson = toTileJson(await layerOfBand(db, id), {}, config, await classesOfBand(db, id))
  return signTiles(services, { kind: 'asset', recordId, part: `tiles:${id}` }, tileJson, giver)
}

/** 403, 410 as for a link to a file. */
export async function renderSignedTile(
  services: Pick<Services, 'db' | 'files'>,
  { token, ...place }: { token: string; z: number; x: number; y: number },
  look: Query<typeof openSignedTile>,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  const { db } = services
  const claims = await readToken(token, TILES, (generation) => findSecret(db, generation))
  if (!claims) throw forged()
  await validate(db, claims)
  try {
    return await render(services, claims, place, look, caller)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found')
      throw new ServiceError('gone', sentence`The target of this link no longer exists.`)
    throw error
  }
}

async function render(
  services: Pick<Services, 'db' | 'files'>,
  { recordId, part }: LinkClaims,
  place: { z: number; x: number; y: number },
  look: Query<typeof openSignedTile>,
  caller: Caller,
) {
  const { db, files } = services
  const what = part.slice(TILES.length + 1)
  const surface = SURFACES.find((one) => one === what)
  if (!surface) return renderBandTile(db, files, { id: Number(what), ...place }, look, caller)
  const id = Number(recordId)
  const { ramp = 'viridis', min, max } = look
  if (ramp === 'classes')
    throw new ServiceError('invalid', sentence`A surface is not categorical, so it has no class colours.`)
  const range =
    min === undefined || max === undefined ? await layerOfJob(services, id, surface, caller) : { min, max }
  return renderOutputTile(
    db,
    files,
    { id, surface, ...place },
    { ramp, min: min ?? range.min, max: max ?? range.max },
    caller,
  )
}
