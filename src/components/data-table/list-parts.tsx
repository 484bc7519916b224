import type { ReactNode } from 'react'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { CountAnnouncement, formatCount } from './table/count-announcement.tsx'
import { rejectedFiltersOf } from './address/rejected-filters.ts'
import { type Patch, clearAll, countOf, patchOf, reversedRange } from './filters/filters.ts'
import { IgnoredNotice } from './address/ignored-notice.tsx'
import type { List } from './address/list.ts'
import { RejectedFilters } from './address/rejected-filters-list.tsx'
import { ListTools } from './tools/list-tools.tsx'
import { NotLoaded, NothingFound, PastTheEnd } from './table/table-states.tsx'

const isFiltered = ({ filters, search }: Pick<List<never>, 'filters' | 'search'>) =>
  filters.some((filter) => countOf(filter, { ...search }) > 0)

/** There are no rows at all: only the empty state is shown. */
export const isBare = <R,>(list: List<R>) => list.result.data?.totalElements === 0 && !isFiltered(list)

/** What the address holds that is ignored, then the filters with `children` beside them. */
export function ListToolbar<R>({
  list,
  shown,
  children,
}: {
  list: List<R>
  /** Fields of the visible columns, for exports. */
  shown?: readonly string[]
  children?: ReactNode
}) {
  const { ignored = [], filters, search, onSearch } = list
  const { data, isPlaceholderData } = list.result
  return (
    <>
      <CountAnnouncement
        address={JSON.stringify(list.call.query)}
        words={
          data && !isPlaceholderData
            ? formatCount(list.pluralNoun, search, data.totalElements, isFiltered(list))
            : undefined
        }
      />
      {ignored.length > 0 && (
        <IgnoredNotice
          ignored={ignored}
          onDismiss={() => onSearch({ ignored: undefined }, { replace: true })}
        />
      )}
      {!isBare(list) && (
        <FilterBar
          filters={filters}
          search={{ ...search }}
          list={list.call}
          onFilter={(next, options) => onSearch((before) => ({ ...patchOf(next, before), page: 1 }), options)}
        >
          {children}
          <ListTools list={list} shown={shown} />
        </FilterBar>
      )}
    </>
  )
}

/** `children`, the rows or their skeleton; or why there are none. */
export function ListContent<R>({ list, children }: { list: List<R>; children: ReactNode }) {
  const { pluralNoun, filters, search, onSearch, result, empty } = list
  const change = (patch: Patch) => onSearch(patch, { replace: false })
  if (result.isError && !result.data)
    return (
      <NotLoaded error={result.error} onRetry={() => void result.refetch()} busy={result.isFetching}>
        <RejectedFilters
          filters={rejectedFiltersOf(result.error, list)}
          onRemove={(field) => change({ [field]: undefined, page: 1 })}
        />
      </NotLoaded>
    )
  if (result.data?.content.length !== 0) return children
  const total = result.data.totalElements
  if (total > 0) {
    const pages = Math.ceil(total / search.page_size)
    return <PastTheEnd page={search.page} pages={pages} onLast={() => change({ page: pages })} />
  }
  return isFiltered(list) ? (
    <NothingFound
      pluralNoun={pluralNoun}
      reason={reversedRange(filters, { ...search })}
      onClear={() => change({ ...clearAll(filters), page: 1 })}
    />
  ) : (
    <EmptyState className="rounded border" icon={empty.icon} title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  )
}
