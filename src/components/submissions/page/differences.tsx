import { useQuery } from '@tanstack/react-query'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ArrowRight } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { differencesQuery } from '~/server/submissions.functions.ts'

const FIRST = 10

/** A repeated submission's changes from its parent. */
export function Differences({ id, parentId }: { id: number; parentId: number }) {
  const { data, error, isFetching, refetch } = useQuery(differencesQuery(id))
  return (
    <Card title={`Changes from submission ${parentId}`}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonLines lines={3} label="Loading the differences" />
      ) : data.cells.length === 0 ? (
        <p className="text-muted">No value was changed; the same configuration ran again.</p>
      ) : (
        <>
          <Cells cells={data.cells.slice(0, FIRST)} />
          {data.cells.length > FIRST && (
            <details>
              <summary className="w-fit cursor-pointer text-link">
                {(data.cells.length - FIRST).toLocaleString('en')} more
              </summary>
              <Cells cells={data.cells.slice(FIRST)} />
            </details>
          )}
        </>
      )}
    </Card>
  )
}

function Cells({
  cells,
}: {
  cells: readonly { row: number; column: string; before: string; after: string }[]
}) {
  return (
    <ul className="flex flex-col divide-y">
      {cells.map(({ row, column, before, after }) => (
        <li key={`${row}-${column}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
          <span className="tabular w-14 shrink-0 text-muted">Row {row}</span>
          <span className="w-40 shrink-0 font-mono text-xs">{column}</span>
          <span className="flex min-w-0 flex-wrap items-center gap-2">
            <del className="break-words text-muted">{before || 'empty'}</del>
            <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="sr-only">became</span>
            <ins className="font-medium break-words no-underline">{after || 'empty'}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}
