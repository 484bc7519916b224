import type { z } from 'zod'
import type { ViewQuery } from './saved-views.ts'
import { parseParam, tableShape } from './table-search.ts'

/** The part of a saved view's query that its list accepts, and the rest as `field=value`. Defaults are left out. */
export function fitView(
  listQuery: z.ZodObject,
  stored: Readonly<Record<string, unknown>>,
): { query: ViewQuery; misfits: string[] } {
  const shape = tableShape(listQuery)
  const query: ViewQuery = {}
  const misfits: string[] = []
  for (const [field, value] of Object.entries(stored)) {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined
    const { kept, rejected } = schema ? parseParam(schema, value) : { kept: undefined, rejected: value }
    if (rejected !== undefined) misfits.push(...[rejected].flat().map((one) => `${field}=${inWords(one)}`))
    if (kept !== undefined && kept !== schema?.safeParse(undefined).data)
      query[field] = kept as ViewQuery[string]
  }
  return { query, misfits }
}

const inWords = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)
