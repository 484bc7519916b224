import { queryOptions, skipToken } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { z } from 'zod'
import { type CountedList, FACET_FIELDS } from '#contract/lists/facet-fields.ts'
import { FACETS } from '#contract/lists/facets.ts'
import { onlyFilters } from '~/lib/only-filters.ts'
import { callApi } from './http/api.server.ts'

/** Not strict: the filters are those of the list, which the service validates. */
const fetchFacets = createServerFn({ method: 'GET', strict: false })
  .validator(
    z.object({
      list: z.enum(Object.keys(FACET_FIELDS) as CountedList[]),
      query: z.record(z.string(), z.unknown()),
    }),
  )
  .handler(({ data: { list, query } }) =>
    callApi(FACETS[list] as typeof FACETS.listJobs, { query: query as never }),
  )

const isCounted = (list: string, field: string): list is CountedList =>
  (FACET_FIELDS as Readonly<Record<string, readonly string[]>>)[list]?.includes(field) ?? false

/** The number of rows per value of a filter's field, for a list's query; skipped where they are not counted. */
export function facetsQuery(name: string, query: Readonly<Record<string, unknown>>, field: string) {
  const others = { ...onlyFilters(query), [field]: undefined }
  return queryOptions<ReadonlyMap<string, number>>({
    queryKey: ['facets', name, field, others],
    queryFn: isCounted(name, field)
      ? async ({ signal }) => {
          const { content } = await fetchFacets({ data: { list: name, query: { ...others, field } }, signal })
          return new Map(content.map(({ value, count }) => [value, count]))
        }
      : skipToken,
  })
}
