interface FoundRoute {
  fullPath: string
  options: { staticData?: { title?: string; underConstruction?: boolean } }
}
interface Routing {
  getMatchedRoutes: (
    pathname: string,
  ) => readonly [matched: unknown, params: unknown, found: FoundRoute | undefined]
}

/** Crumbs that name a parent screen of `pathname`, by its title or the last part of its path, and their targets. */
export function crumbLinks(router: object, pathname: string): Map<string, string> {
  const parts = pathname.split('/').filter(Boolean)
  const out = new Map<string, string>()
  for (let depth = 1; depth < parts.length; depth++) {
    const to = `/${parts.slice(0, depth).join('/')}`
    const [, , match] = (router as Routing).getMatchedRoutes(to)
    const data = match?.options.staticData
    if (!data?.title || data.underConstruction) continue
    // If two screens have the same title, the first is the list, which is the parent of the other.
    if (!out.has(data.title)) out.set(data.title, to)
    const last = parts[depth - 1] ?? ''
    if (!out.has(last)) out.set(last, to)
  }
  return out
}
