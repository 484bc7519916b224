import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FilterBar } from '~/components/data-table/filter-bar.tsx'
import { type Filter, clearAll, countOf } from '~/components/data-table/filters.ts'
import { IgnoredNotice } from '~/components/data-table/ignored-notice.tsx'
import { NotLoaded, NothingFound } from '~/components/data-table/table-states.tsx'
import type { useTableSearch } from '~/components/data-table/use-table-search.ts'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'

/** A table's toolbar above another view of the same list, with the usual list states. */
export function FilteredView<T>({
  address: { search, onSearch, ignored },
  filters,
  result,
  pluralNoun,
  empty,
  children,
}: {
  address: ReturnType<typeof useTableSearch>['address']
  filters: readonly Filter[]
  result: UseQueryResult<{ content: T[]; totalElements: number }>
  pluralNoun: string
  empty: ReactNode
  children: (content: readonly T[]) => ReactNode
}) {
  const record = { ...search }
  const filtered = filters.some((filter) => countOf(filter, record) > 0)
  const { data } = result
  const bare = data?.content.length === 0 && !filtered
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {ignored.length > 0 && (
        <IgnoredNotice
          ignored={ignored}
          onDismiss={() => onSearch({ ignored: undefined }, { replace: true })}
        />
      )}
      {!bare && (
        <FilterBar
          filters={filters}
          search={record}
          onFilter={(patch, options) => onSearch({ ...patch, page: 1 }, options)}
        />
      )}
      {data ? (
        data.content.length > 0 ? (
          children(data.content)
        ) : filtered ? (
          <NothingFound
            pluralNoun={pluralNoun}
            onClear={() => onSearch({ ...clearAll(filters), page: 1 }, { replace: false })}
          />
        ) : (
          empty
        )
      ) : result.isError ? (
        <NotLoaded error={result.error} onRetry={() => void result.refetch()} busy={result.isFetching} />
      ) : (
        <SkeletonLines lines={8} label={`Loading the ${pluralNoun}`} />
      )}
    </div>
  )
}
