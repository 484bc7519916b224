import { linkJobOutput, openSignedFile } from '#contract/signed-links.ts'
import { resolve } from '../domain/signed-links/resolve.ts'
import { sign } from '../domain/signed-links/sign.ts'
import { type FileAnswer, type Route, route } from './route.ts'

export const signedLinksRoutes: Route[] = [
  route(linkJobOutput, ({ params, body, actor }, services) =>
    sign(
      services,
      { kind: 'job-output', recordId: params.id, part: params.type },
      { minutes: body.minutes, issuedBy: actor.id },
    ),
  ),
  route(openSignedFile, async ({ params }, services): Promise<FileAnswer> => ({
    ...(await resolve(services, params.token, params.filename)),
    cacheControl: 'private, no-cache',
  })),
]
