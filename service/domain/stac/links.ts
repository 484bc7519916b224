import { BASE_PATH } from '#contract/endpoint.ts'
import type { StacLink } from '#contract/standards/stac.ts'
import type { AppConfig } from '../../../app.config.ts'

const JSON_TYPE = 'application/json'
export const GEOJSON = 'application/geo+json'

interface Addresses {
  /** The address of a path below the base path. */
  at: (path: string) => string
  root: StacLink
  link: (rel: string, path: string, more?: Partial<StacLink>) => StacLink
}

/** Absolute addresses, because programs store what they find. */
export function addressesOf({ apiPublicUrl }: Pick<AppConfig, 'apiPublicUrl'>): Addresses {
  const at = (path: string) => `${apiPublicUrl}${BASE_PATH}${path}`
  const link: Addresses['link'] = (rel, path, more = {}) => ({
    rel,
    href: at(path),
    type: JSON_TYPE,
    ...more,
  })
  return { at, link, root: link('root', '/stac') }
}
