import { getComic } from '#contract/app.ts'
import { getComic as findComic } from '../../domain/app/get-comic.ts'
import { type Route, route } from '../route.ts'

export const appRoutes: Route[] = [
  route(getComic, async (_call, { config }) => ({
    data: await findComic(config),
    configured: config.comicUrl !== undefined,
  })),
]
