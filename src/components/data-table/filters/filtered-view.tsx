import type { ReactNode } from 'react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import type { List } from '~/components/data-table/address/list.ts'
import { ListContent, ListToolbar } from '~/components/data-table/list-parts.tsx'

/** A table's toolbar and states around another view of the same list. */
export function FilteredView<R>({
  children,
  ...list
}: List<R> & { children: (content: readonly R[]) => ReactNode }) {
  const { result, pluralNoun } = list
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ListToolbar list={list} />
      <ListContent list={list}>
        {result.data ? (
          children(result.data.content)
        ) : (
          <SkeletonLines lines={8} label={`Loading the ${pluralNoun}`} />
        )}
      </ListContent>
    </div>
  )
}
