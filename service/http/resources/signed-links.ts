import { recordsOf } from '../../domain/audit/records-of.ts'
import {
  changeLinkSecret,
  linkAsset,
  linkBandTiles,
  linkJobOutput,
  linkJobTiles,
  openSignedFile,
  openSignedTile,
  withdrawLinks,
} from '#contract/accounts/signed-links.ts'
import { resolve } from '../../domain/signed-links/resolve.ts'
import { withdraw } from '../../domain/signed-links/revoke.ts'
import { rotateSecret } from '../../domain/link-tokens/secret.ts'
import { sign } from '../../domain/signed-links/sign.ts'
import { renderSignedTile, signBandTiles, signJobTiles } from '../../domain/signed-links/tiles.ts'
import { picture } from '../answers/picture.ts'
import { noteAudit } from '../record-calls.ts'
import { type FileAnswer, type Route, route } from '../route.ts'

/** The audit's word for the link's target. */
const RESOURCES = {
  'job-output': 'jobs',
  interpolation: 'interpolation',
  zip: 'zips',
  asset: 'assets',
} as const

export const signedLinksRoutes: Route[] = [
  route(linkJobOutput, ({ params, body, actor, accessTokenId }, services) =>
    sign(
      services,
      { kind: 'job-output', recordId: params.id, part: params.type },
      { minutes: body.minutes, issuedBy: actor.id, accessTokenId },
    ),
  ),
  route(linkAsset, ({ params, body, actor, accessTokenId }, services) =>
    sign(
      services,
      { kind: 'asset', recordId: params.id, part: params.part },
      { minutes: body.minutes, issuedBy: actor.id, accessTokenId },
    ),
  ),
  route(linkJobTiles, ({ params, body, actor, accessTokenId, caller }, services) =>
    signJobTiles(services, params, { ...body, issuedBy: actor.id, accessTokenId }, caller),
  ),
  route(linkBandTiles, ({ params, body, actor, accessTokenId }, services) =>
    signBandTiles(services, params.id, { ...body, issuedBy: actor.id, accessTokenId }),
  ),
  route(openSignedTile, async ({ params, query, caller, reply }, services) => {
    const tile = await renderSignedTile(services, params, query, caller)
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    return picture(`${params.z}-${params.x}-${params.y}.png`, tile)
  }),
  route(openSignedFile, async ({ params }, services): Promise<FileAnswer> => ({
    ...(await resolve(services, params.token, params.filename)),
    cacheControl: 'private, no-cache',
  })),
  route(withdrawLinks, async ({ body, actor, request }, { db }) => {
    noteAudit(request, { record: recordsOf(RESOURCES[body.kind], [body]) })
    await withdraw(db, { kind: body.kind, recordId: body.id }, actor.id)
    return { msg: 'All existing links to it were revoked. New ones can be created.' }
  }),
  route(changeLinkSecret, async ({ body, request }, { db }) => {
    noteAudit(request, { detail: body.forget_former ? 'previous links end' : 'previous links stay' })
    await rotateSecret(db, { forgetPrevious: body.forget_former })
    return {
      msg: body.forget_former
        ? 'Links are now signed with a new secret. Existing links no longer work.'
        : 'Links are now signed with a new secret. Existing links work until they expire.',
    }
  }),
]
