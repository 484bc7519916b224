import type { Endpoint } from './endpoint.ts'

/** A call about a list is beside it; the list's path may end with a slash or, for jobs, with `details`. */
export const besideList = ({ path }: Pick<Endpoint, 'path'>, name: 'export' | 'facets') =>
  `${path.replace(/\/(details)?$/, '')}/${name}` as `/${string}`

export const exportPath = (list: Pick<Endpoint, 'path'>) => besideList(list, 'export')
