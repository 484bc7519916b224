import type { Endpoint } from '../../src/api/contract/endpoint.ts'

/** A path that matches the endpoint's; for tests in which it does not matter whether its record exists. */
export const anyPathOf = ({ path }: Pick<Endpoint, 'path'>, id = '1'): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => (/^(id|x|y|z)$/.test(name) ? id : 'mean'))
