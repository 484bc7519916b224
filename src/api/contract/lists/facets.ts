import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { LISTS, type ListOf } from '../lists.ts'
import { type CountedList, FACET_FIELDS } from './facet-fields.ts'
import { type listQuery, listOf } from '../shapes.ts'
import { type ListEndpoint, besideList, listedRecords } from './beside-list.ts'

/** The most frequent values that are answered. */
export const MAX_FACETS = 300

const facets = listOf(z.object({ value: z.string(), count: z.number().int() }))

type PagingField = 'limit' | 'skip' | 'sort_by' | 'sort_order' | 'then_by'
/** A list's filters and the one to count by. */
type FacetQuery<Q extends z.ZodObject, F extends string> = z.ZodObject<
  Omit<Q['shape'], PagingField> & { field: z.ZodEnum<{ [K in F]: K }> },
  z.core.$strict
>

/** The counts of a list: the same filters, the same people, the path of the list and `/facets`. */
function facetsOf<const E extends ListEndpoint, const F extends string>(list: E, fields: readonly F[]) {
  const query = (list.query as unknown as ReturnType<typeof listQuery>)
    .omit({ limit: true, skip: true, sort_by: true, sort_order: true, then_by: true })
    .extend({ field: z.enum(fields) })
  return defineEndpoint({
    name: `${list.name.replace(/s$/, '')}Facets`,
    resource: list.resource,
    summary: `Count ${listedRecords(list)} by a field, the ${MAX_FACETS} most frequent values; the list's other filters apply`,
    method: 'GET',
    path: besideList(list, 'facets'),
    access: list.access,
    query: query as unknown as FacetQuery<E['query'], F>,
    answer: facets,
    timeoutMs: LIST_TIMEOUT_MS,
  })
}

export const COUNTED_LISTS = Object.keys(FACET_FIELDS) as CountedList[]

/** The counts of each list that has some, by the list's name. */
export const FACETS = Object.fromEntries(
  COUNTED_LISTS.map((name) => [name, facetsOf<ListEndpoint, string>(LISTS[name].list, FACET_FIELDS[name])]),
) as unknown as {
  [N in CountedList]: ReturnType<typeof facetsOf<ListOf<N>, (typeof FACET_FIELDS)[N][number]>>
}
