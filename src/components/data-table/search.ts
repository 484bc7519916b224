import { z } from 'zod'
import { type listQuery, flag, integer, many, text } from '#contract/shapes.ts'

export const PAGE_SIZES = [10, 25, 50, 100] as const
/** The contract lets `skip` go up to 10,000,000. */
const LAST_PAGE = 100_000

type ListQuery = ReturnType<typeof listQuery>
type PagingField = 'limit' | 'skip' | 'sort_by' | 'sort_order'

/** What every table keeps in the address, beside its filters. */
export interface TableSearch<SortBy extends string = string> {
  page: number
  page_size: number
  sort_by: SortBy
  sort_order: 'asc' | 'desc'
  /** Shown columns; absent: the table's usual ones. */
  columns?: string[] | undefined
  dense?: boolean | undefined
}
type Filters<Q extends z.ZodObject> = Omit<z.output<Q>, PagingField>
export type SearchOf<Q extends z.ZodObject> = Filters<Q> &
  TableSearch<z.output<Q> extends { sort_by: infer S extends string } ? S : string>

/** What a toolbar may filter by. */
export type FilterField<Q extends z.ZodObject> = Exclude<keyof Filters<Q>, PagingField> & string

export interface SearchSchema<Q extends z.ZodObject> {
  /** What links may carry and what screens get; only the types are read. */
  types: { input: Partial<SearchOf<Q>>; output: SearchOf<Q> }
  /** Never throws: what the address says wrongly falls back to its default. */
  parse: (input: unknown) => SearchOf<Q>
  /** For stripSearchParams, so that an address says only what differs. */
  defaults: Pick<SearchOf<Q>, 'page' | 'page_size' | 'sort_by' | 'sort_order'>
  fields: readonly string[]
}

const pageSize = z.coerce
  .number()
  .refine((size) => PAGE_SIZES.some((allowed) => allowed === size), 'one of the page sizes')

/** The search schema of a table's route, derived from the query of its endpoint. */
export function searchOf<Q extends z.ZodObject>(query: Q): SearchSchema<Q> {
  const { limit, skip: _skip, sort_by, sort_order, ...filters } = (query as unknown as ListQuery).shape
  const usual = limit.parse(undefined)
  const shape: Record<string, z.ZodType> = {}
  for (const [field, schema] of Object.entries(filters as Record<string, z.ZodType>))
    shape[field] = schema.catch(undefined)
  const schema = z.object({
    ...shape,
    page: integer.min(1).max(LAST_PAGE).catch(1),
    page_size: pageSize.catch(usual),
    sort_by: sort_by.catch(sort_by.parse(undefined)),
    sort_order: sort_order.catch(sort_order.parse(undefined)),
    columns: many(text).catch(undefined),
    dense: flag.optional().catch(undefined),
  })
  const parse = (input: unknown) => dropUndefined(schema.parse(input ?? {})) as SearchOf<Q>
  const { page, page_size, sort_by: by, sort_order: order } = parse({})
  const defaults = { page, page_size, sort_by: by, sort_order: order } as SearchSchema<Q>['defaults']
  return { types: {} as SearchSchema<Q>['types'], parse, defaults, fields: Object.keys(filters) }
}

/** Address → call: `skip = (page - 1) * page size`; what is only for the eye stays out. */
export function toQuery<S extends TableSearch>(search: S) {
  const { page, page_size, columns: _columns, dense: _dense, ...query } = search
  return { ...query, limit: page_size, skip: (page - 1) * page_size }
}

/** Address → TanStack Table. */
export function toTable({ page, page_size, sort_by, sort_order }: TableSearch) {
  return {
    pagination: { pageIndex: page - 1, pageSize: page_size },
    sorting: [{ id: sort_by, desc: sort_order === 'desc' }],
  }
}
export type TableState = ReturnType<typeof toTable>

/** TanStack Table → address. Another order or page size begins on the first page again. */
export function fromTable(before: TableSearch, after: TableState): TableSearch {
  const sort = after.sorting[0]
  const next = {
    ...before,
    page_size: after.pagination.pageSize,
    sort_by: sort?.id ?? before.sort_by,
    sort_order: sort ? (sort.desc ? ('desc' as const) : ('asc' as const)) : before.sort_order,
  }
  const reordered =
    next.page_size !== before.page_size ||
    next.sort_by !== before.sort_by ||
    next.sort_order !== before.sort_order
  return { ...next, page: reordered ? 1 : after.pagination.pageIndex + 1 }
}

const dropUndefined = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
