import type { z } from 'zod'
import type { Endpoint, Role } from '../endpoint.ts'

export type ListEndpoint = Endpoint & {
  name: `list${string}`
  access: readonly Role[]
  query: z.ZodObject
}

/** A call about a list is beside it; the list's path may end with a slash or, for jobs, with `details`. */
export const besideList = ({ path }: Pick<Endpoint, 'path'>, name: 'export' | 'facets') =>
  `${path.replace(/\/(details)?$/, '')}/${name}` as `/${string}`

/** What a list lists, from its summary: 'List bands'. */
export const listedRecords = ({ summary }: Pick<Endpoint, 'summary'>) => summary.replace(/^List /, '')

export const exportPath = (list: Pick<Endpoint, 'path'>) => besideList(list, 'export')
