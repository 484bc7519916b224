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
    const [, , found] = (router as Routing).getMatchedRoutes(to)
    const data = found?.options.staticData
    if (!data?.title || data.underConstruction) continue
    // Of two screens with one title, the parent is the list of the child.
    if (!out.has(data.title)) out.set(data.title, to)
    const last = parts[depth - 1] ?? ''
    if (!out.has(last)) out.set(last, to)
  }
  return out
}
