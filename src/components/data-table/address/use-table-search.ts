import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { DataTableProps } from '~/components/data-table/table/data-table.tsx'
import { patchOf } from '~/components/data-table/filters/filters.ts'
import type { SearchSchema } from './search.ts'

/**
 * The address of a table screen: the search values, the call's query, and the props with which `DataTable` reads and
 * changes it. Holds no state, so Back and shared links work. `always`: what the screen itself adds to the call.
 */
export function useTableSearch<Q extends z.ZodObject>(schema: SearchSchema<Q>, always?: object) {
  const raw = useSearch({ strict: false }) as unknown
  const navigate = useNavigate()
  const { tableSearch, query, address } = useMemo(() => {
    const tableSearch = schema.parse(raw)
    const onSearch: DataTableProps<never>['onSearch'] = (change, { replace }) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, ...patchOf(change, schema.parse(previous)) }) as never,
        replace,
        resetScroll: false,
      })
    return {
      tableSearch,
      query: schema.toQuery(tableSearch),
      address: { search: tableSearch, onSearch, ignored: schema.ignored(tableSearch) },
    }
  }, [schema, raw, navigate])
  const call = { ...schema.list, parse: schema.parse, query: { ...query, ...always } }
  return { tableSearch, query, address: { ...address, call } }
}
