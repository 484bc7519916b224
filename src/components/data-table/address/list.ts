import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { Change, Filter } from '~/components/data-table/filters/filters.ts'
import type { Ignored } from './ignored.ts'
import type { TableSearch } from './search.ts'

/** The list's call with its current query: what exports and scripts ask for. */
export interface ListCall {
  name: string
  path: `/${string}`
  query: Readonly<Record<string, unknown>>
  /** The address that a saved query leads to. */
  parse: (query: unknown) => TableSearch
}

/** What belongs in the list, and the next step. */
export interface EmptyList {
  icon: LucideIcon
  title: string
  text: string
  action?: ReactNode
}

/** A list in the address and the service's answer, whatever shows it: a table, a map, a matrix. */
export interface List<R> {
  /** Used in the states, e.g. 'No surveys match these filters'. */
  pluralNoun: string
  call: ListCall
  search: TableSearch
  /** Changes the address; `replace` if the change belongs to the previous one. */
  onSearch: (change: Change, options: { replace: boolean }) => void
  /** Values in the address that the list ignores. */
  ignored?: readonly Ignored[]
  filters: readonly Filter[]
  result: UseQueryResult<{ content: R[]; totalElements: number }>
  /** Shown when there are no rows and no filters. */
  empty: EmptyList
}
