import type { Endpoint } from './endpoint.ts'

/** Where a list's export is: beside the list, whose path may end with a slash or, for jobs, with `details`. */
export const exportPath = ({ path }: Pick<Endpoint, 'path'>) =>
  `${path.replace(/\/(details)?$/, '')}/export` as `/${string}`
