import { loadConfig } from '../app.config.ts'

const { basePath } = loadConfig()

/** The path of a request below the application's own (APP_URL); undefined if it is elsewhere. */
export const pathBelow = (pathname: string): string | undefined =>
  pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined

/** The same request at the path where its file is. */
export function requestBelow(request: Request): Request {
  if (basePath === '') return request
  const url = new URL(request.url)
  url.pathname = pathBelow(url.pathname) ?? url.pathname
  return new Request(url, { method: request.method, headers: request.headers })
}
