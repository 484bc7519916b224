import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { Select } from '~/components/ui/fields/select.tsx'
import { PAGE_SIZES } from '#contract/lists/table-search.ts'
import type { TableSearch } from '~/components/data-table/address/search.ts'

const grouped = new Intl.NumberFormat('en')

/** 'rows 11–20 of 1,204' */
export function formatRows({ page, page_size }: TableSearch, rowCount: number, total: number): string {
  if (rowCount === 0)
    return total === 0 ? 'no rows' : `no rows on this page, ${grouped.format(total)} in total`
  const first = (page - 1) * page_size + 1
  const last = first + rowCount - 1
  const rows =
    first === last ? `row ${grouped.format(first)}` : `rows ${grouped.format(first)}–${grouped.format(last)}`
  return `${rows} of ${grouped.format(total)}`
}

/** Results that fit on the smallest page need no pager. */
export function TablePager({
  search,
  rowCount,
  total,
  loading,
  onSearch,
  children,
}: {
  search: TableSearch
  rowCount: number
  total: number
  loading: boolean
  onSearch: (patch: Partial<TableSearch>) => void
  children?: ReactNode
}) {
  const { page, page_size } = search
  const pages = Math.max(1, Math.ceil(total / page_size))
  const buttons = [
    { label: 'First page', icon: ChevronsLeft, to: 1, off: page <= 1 },
    { label: 'Previous page', icon: ChevronLeft, to: Math.min(page - 1, pages), off: page <= 1 },
    { label: 'Next page', icon: ChevronRight, to: page + 1, off: loading || page >= pages },
    { label: 'Last page', icon: ChevronsRight, to: pages, off: loading || page >= pages },
  ]
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="tabular text-muted">{loading ? <Loading /> : formatRows(search, rowCount, total)}</p>
      {children}
      {(loading || page > 1 || total > PAGE_SIZES[0]) && (
        <div className="ml-auto flex items-center gap-3 print:hidden">
          <label className="flex items-center gap-2 text-muted">
            <span className="max-[699px]:sr-only">Rows per page</span>
            <Select
              className="w-20"
              value={page_size}
              onChange={(event) => onSearch({ page_size: Number(event.target.value), page: 1 })}
            >
              {PAGE_SIZES.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Select>
          </label>
          <div className="flex gap-1">
            {buttons.map(({ label, icon: Icon, to, off }) => (
              <Button
                key={label}
                variant="secondary"
                size="icon"
                aria-label={label}
                disabled={off}
                onClick={() => onSearch({ page: to })}
              >
                <Icon aria-hidden="true" />
              </Button>
            ))}
          </div>
        </div>
      )}
    </nav>
  )
}

const LATE_MS = 5000

/** A list may load for a long time before it counts as failed: after a while, say that it is still loading. */
function Loading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? 'still loading: the service is slow to respond' : 'loading'
}
