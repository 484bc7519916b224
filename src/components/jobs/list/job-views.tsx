import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JobStatus } from '#contract/jobs/job-shapes.ts'
import type { listJobs } from '#contract/jobs/jobs.ts'
import type { SearchOf } from '~/components/data-table/address/search.ts'
import { cn } from '~/lib/class-names.ts'
import { failedCountQuery } from '~/server/jobs.functions.ts'

const VIEWS: readonly { label: string; status?: JobStatus[]; final?: true }[] = [
  { label: 'All' },
  { label: 'In progress', status: ['pending', 'running'] },
  { label: 'Failed', status: ['failed'] },
  { label: 'Final', final: true },
]

interface ViewFilters {
  status?: readonly string[]
  final?: boolean
}
const same = (view: ViewFilters, filters: ViewFilters) =>
  view.final === filters.final && (view.status ?? []).join() === (filters.status ?? []).toSorted().join()

/** Common views of the catalogue, one click each; other filters stay. */
export function JobViews({ search }: { search: SearchOf<typeof listJobs.query> }) {
  const { data: failed = 0 } = useQuery(failedCountQuery)
  return (
    <nav aria-label="Views" className="flex gap-1 overflow-x-auto overflow-y-hidden border-b">
      {VIEWS.map((view) => {
        const current = same(view, search)
        return (
          <Link
            key={view.label}
            to="/modeling/product-catalog"
            search={{ ...search, status: view.status, final: view.final, page: 1 }}
            resetScroll={false}
            aria-current={current ? 'true' : undefined}
            className={cn('view-tab', current && 'current')}
          >
            {view.label}{' '}
            {view.label === 'Failed' && failed > 0 && (
              <span className="tabular rounded-full bg-error-soft px-1.5 text-xs text-error">
                {failed.toLocaleString('en')}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
