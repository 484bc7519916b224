import { downloadZips } from '#contract/zips.ts'
import { prepare } from '../../domain/zips/prepare.ts'
import { type Route, route } from '../route.ts'

export const zipsRoutes: Route[] = [
  route(downloadZips, ({ body, actor, accessTokenId }, services) =>
    prepare(services, actor, body, accessTokenId),
  ),
]
