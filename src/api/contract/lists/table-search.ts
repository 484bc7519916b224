import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type listQuery, flag, many, text } from '../shapes.ts'

export const PAGE_SIZES = [10, 25, 50, 100] as const

type ListQuery = ReturnType<typeof listQuery>

/** What a table's address and a saved view hold: the list's filters and sort, and how the table looks. */
export function tableShape(query: z.ZodObject) {
  const {
    limit: _limit,
    skip: _skip,
    sort_by,
    sort_order,
    then_by,
    ...filters
  } = (query as unknown as ListQuery).shape
  return {
    ...filters,
    page_size: z.coerce.number().pipe(z.literal(PAGE_SIZES)).default(DEFAULT_PAGE_SIZE),
    sort_by,
    sort_order,
    then_by,
    columns: many(text),
    dense: flag.optional(),
    differ: flag.optional(),
    gallery: flag.optional(),
  }
}

const withoutRepeats = (value: unknown) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value)

/** What the contract accepts of one search parameter, once each, and what it rejects. */
export function parseParam(schema: z.ZodType, value: unknown): { kept: unknown; rejected?: unknown } {
  if (value === undefined || value === '') return { kept: schema.safeParse(undefined).data }
  const whole = schema.safeParse(value)
  if (whole.success) return { kept: withoutRepeats(whole.data) }
  const fallback = { kept: schema.safeParse(undefined).data, rejected: value }
  if (!Array.isArray(value)) return fallback
  const good = value.filter((one) => schema.safeParse([one]).success)
  const some = schema.safeParse(good)
  if (good.length === 0 || !some.success) return fallback
  return { kept: withoutRepeats(some.data), rejected: value.filter((one) => !good.includes(one)) }
}
