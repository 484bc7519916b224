import type { LucideIcon } from 'lucide-react'

interface NamedRoute {
  to: string
  title?: string
  icon?: LucideIcon
}

interface RouteTable {
  routesById: Record<string, { fullPath: string; options: { staticData?: StaticData } }>
}
interface StaticData {
  name?: string
  title?: string
  icon?: LucideIcon
  underConstruction?: boolean
}

/** Names by route tree, which all pages share. */
const namesByTree = new WeakMap<object, ReadonlyMap<string, NamedRoute>>()

/** Existing screens by the specification's route name, without those under construction. */
export function routesByName(router: object): ReadonlyMap<string, NamedRoute> {
  const { routesById } = router as RouteTable
  const names = namesByTree.get(routesById) ?? namesOf(routesById)
  namesByTree.set(routesById, names)
  return names
}

function namesOf(routesById: RouteTable['routesById']): ReadonlyMap<string, NamedRoute> {
  const out = new Map<string, NamedRoute>()
  for (const { fullPath, options } of Object.values(routesById)) {
    const data = options.staticData
    if (!data?.name || data.underConstruction) continue
    out.set(data.name, { to: fixedPath(fullPath), title: data.title, icon: data.icon })
  }
  return out
}

/** Without trailing slash and optional parts: `/survey/catalog/{-$mode}` is `/survey/catalog`. */
export const fixedPath = (path: string) => path.replaceAll(/\/\{-\$\w+\}/g, '').replace(/(.)\/$/, '$1')
