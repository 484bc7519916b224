import { type SearchMiddleware, stripSearchParams } from '@tanstack/react-router'
import type { z } from 'zod'
import { nearestName } from '#common/nearest-name.ts'
import { integer } from '#contract/shapes.ts'
import { parseParam, tableShape } from '#contract/lists/table-search.ts'
import { type Ignored, ignoredEntries, ignoredEntry, splitEntry, unknownNames } from './ignored.ts'
import { formatAllowedValues } from './search-value.ts'

/** The contract's maximum for `skip` is 10,000,000. */
const LAST_PAGE = 100_000

type PagingField = 'limit' | 'skip' | 'sort_by' | 'sort_order' | 'then_by'

/** What every table keeps in the address besides its filters. */
export interface TableSearch<SortBy extends string = string> {
  page: number
  page_size: number
  sort_by: SortBy
  sort_order: 'asc' | 'desc'
  /** The order of rows that are equal in `sort_by`. */
  then_by?: (SortBy | `-${SortBy}`)[] | undefined
  /** Visible columns; absent: the table's default. */
  columns?: string[] | undefined
  dense?: boolean | undefined
  /** Only the columns whose values differ between the rows shown, whatever `columns` says. */
  differ?: boolean | undefined
  /** Cards with pictures instead of rows, where the list has them. */
  gallery?: boolean | undefined
  /** The saved view that the address was opened from; 0: none, although there is a default. */
  view?: number | undefined
  /** Rejected values in the address, as `field=value`, and names that the list does not know. */
  ignored?: string[] | undefined
}
type Filters<Q extends z.ZodObject> = Omit<z.output<Q>, PagingField>
export type SearchOf<Q extends z.ZodObject> = Filters<Q> &
  TableSearch<z.output<Q> extends { sort_by: infer S extends string } ? S : string>

/** The fields that a toolbar may filter by. */
export type FilterField<Q extends z.ZodObject> = Exclude<keyof Filters<Q>, PagingField> & string

/** The call behind a list. */
interface ListEndpoint<Q extends z.ZodObject> {
  name: string
  path: `/${string}`
  query: Q
}

export interface SearchSchema<Q extends z.ZodObject> {
  list: Pick<ListEndpoint<Q>, 'name' | 'path'>
  /** The input of links and the output for screens; only the types are used. */
  types: { input: Partial<SearchOf<Q>>; output: SearchOf<Q> }
  /** Never throws: rejected values and unknown keys become `ignored` entries. */
  parse: (input: unknown) => SearchOf<Q>
  /** The call's query for an address. Reads only known fields, because a router passes on all others too. */
  toQuery: (input: unknown) => ReturnType<typeof toQuery<SearchOf<Q>>>
  /** Rejected values in the address with the allowed ones, and unknown names with the nearest known one. */
  ignored: (search: TableSearch) => Ignored[]
  /** An address contains only known fields that differ from the defaults. */
  middlewares: SearchMiddleware<SearchOf<Q>>[]
  defaults: Pick<SearchOf<Q>, 'page' | 'page_size' | 'sort_by' | 'sort_order'>
  fields: readonly string[]
}

/** The search schema of a table's route, derived from its list's endpoint. */
export function searchOf<Q extends z.ZodObject>({ name, path, query }: ListEndpoint<Q>): SearchSchema<Q> {
  const { page_size, sort_by, sort_order, then_by, columns, dense, differ, gallery, ...filters } =
    tableShape(query)
  const shape: Record<string, z.ZodType> = {
    ...filters,
    page: integer.min(1).max(LAST_PAGE).default(1),
    page_size,
    sort_by,
    sort_order,
    then_by,
    columns,
    dense,
    differ,
    gallery,
    view: integer.min(0).max(2_147_483_647).optional(),
  }
  const fields = Object.keys(shape)
  /** Addresses are parsed for each link to a table, and lack most fields. */
  const absent = new Map(
    Object.entries(shape).map(([field, schema]) => [field, parseParam(schema, undefined)]),
  )
  const parse = (input: unknown) => {
    const raw = (input ?? {}) as Record<string, unknown>
    const search: Record<string, unknown> = {}
    const rejected: string[] = []
    for (const [field, schema] of Object.entries(shape)) {
      const value = (raw[field] === undefined && absent.get(field)) || parseParam(schema, raw[field])
      // A rejected value is overwritten with undefined: the router merges our result into the address.
      if (value.kept !== undefined || raw[field] !== undefined) search[field] = value.kept
      if (value.rejected !== undefined) rejected.push(ignoredEntry(field, value.rejected))
    }
    const unknown = Object.keys(raw).filter(
      (key) => key !== 'ignored' && raw[key] !== undefined && !fields.includes(key),
    )
    for (const key of unknown) search[key] = undefined
    const ignored = ignoredEntries([raw['ignored'], rejected, unknownNames(unknown)].flat(), fields)
    if (ignored.length > 0 || raw['ignored'] !== undefined) search['ignored'] = orUndefined(ignored)
    return search as SearchOf<Q>
  }
  const defaults = parse({}) as unknown as SearchSchema<Q>['defaults']
  return {
    list: { name, path },
    types: {} as SearchSchema<Q>['types'],
    parse,
    toQuery: (input) => toQuery(parse(input)),
    ignored: (search) =>
      (search.ignored ?? []).map(splitEntry).map(({ field, value }) => ({
        field,
        value,
        allowed:
          value === undefined
            ? (nearestName(field, fields) ?? undefined)
            : shape[field] && formatAllowedValues(shape[field], value),
      })),
    middlewares: [
      stripSearchParams(defaults as never) as SearchMiddleware<SearchOf<Q>>,
      ({ search, next }) => parse(next(search)),
    ],
    defaults,
    fields: Object.keys(filters),
  }
}

/** To spread into a route: its address is the table's, and its loader gets the call's query. */
export const routeOf = <Q extends z.ZodObject>(schema: SearchSchema<Q>) => ({
  validateSearch: schema,
  search: { middlewares: schema.middlewares },
  loaderDeps: ({ search }: { search: SearchOf<Q> }) => schema.toQuery(search),
})

const orUndefined = <T>(list: T[]) => (list.length > 0 ? list : undefined)

/** Address → call: `skip = (page - 1) * page size`; display-only fields are omitted. */
export function toQuery<S extends TableSearch>(search: S) {
  const {
    page,
    page_size,
    columns: _columns,
    dense: _dense,
    differ: _differ,
    gallery: _gallery,
    ignored: _ignored,
    view: _view,
    ...query
  } = search
  return { ...dropUndefined(query), limit: page_size, skip: (page - 1) * page_size }
}

/** Address → TanStack Table. */
export function toTable({ page, page_size, sort_by, sort_order, then_by = [] }: TableSearch) {
  const named = new Set([sort_by])
  const others = then_by.flatMap((column) => {
    const desc = column.startsWith('-')
    const id = desc ? column.slice(1) : column
    return named.has(id) ? [] : (named.add(id), [{ id, desc }])
  })
  return {
    pagination: { pageIndex: page - 1, pageSize: page_size },
    sorting: [{ id: sort_by, desc: sort_order === 'desc' }, ...others],
  }
}
export type TableState = ReturnType<typeof toTable>

/** TanStack Table → address. A change of sorting or page size returns to the first page. */
export function fromTable(before: TableSearch, after: TableState): TableSearch {
  const [sort, ...others] = after.sorting
  const next = {
    ...before,
    page_size: after.pagination.pageSize,
    sort_by: sort?.id ?? before.sort_by,
    sort_order: sort ? (sort.desc ? ('desc' as const) : ('asc' as const)) : before.sort_order,
    then_by: orUndefined(others.map(({ id, desc }) => (desc ? `-${id}` : id))),
  }
  const reordered =
    next.page_size !== before.page_size ||
    JSON.stringify(after.sorting) !== JSON.stringify(toTable(before).sorting)
  return { ...next, page: reordered ? 1 : after.pagination.pageIndex + 1 }
}

const dropUndefined = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
