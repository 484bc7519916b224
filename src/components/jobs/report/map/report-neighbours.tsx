import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '~/components/ui/button.tsx'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { count } from '~/lib/figures.ts'
import { type Neighbour, neighboursQuery, splitList } from './neighbours.ts'
import type { ReportSearch } from '~/components/jobs/report/report-search.ts'

const look = buttonClass({ variant: 'quiet', size: 'small' })

/** Back to the list that the report was opened from, and to the reports before and after it there. */
export function ReportNeighbours({
  jobKey,
  list,
  search,
}: {
  jobKey: string
  list: string
  search: ReportSearch
}) {
  const { data } = useQuery(neighboursQuery(list, jobKey))
  const { path, search: listSearch } = splitList(list)
  const noun = path.startsWith('/spatial-catalog') ? 'product' : 'job'
  return (
    <nav
      aria-label="List"
      className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 print:hidden"
    >
      <Link to={path} search={listSearch as never} className={look}>
        <ArrowLeft aria-hidden="true" />
        Back to the list
      </Link>
      {data && data.place !== null && (
        <span className="flex items-center gap-1">
          {data.previous && (
            <ToNeighbour neighbour={data.previous} search={search} what={`Previous ${noun}`}>
              <ChevronLeft aria-hidden="true" />
              Previous
            </ToNeighbour>
          )}
          <span className="tabular px-1 text-xs text-muted">
            {count(data.place)} of {count(data.total)}
          </span>
          {data.next && (
            <ToNeighbour neighbour={data.next} search={search} what={`Next ${noun}`}>
              Next
              <ChevronRight aria-hidden="true" />
            </ToNeighbour>
          )}
        </span>
      )}
    </nav>
  )
}

/** What is shown stays the same from job to job; where it is shown does not, because the country may differ. */
function ToNeighbour({
  neighbour: { jobKey, title, isJob, list },
  search,
  what,
  children,
}: {
  neighbour: Neighbour
  search: ReportSearch
  what: string
  children: React.ReactNode
}) {
  return (
    <Link
      to="/spatial-catalog/report/$jobKey"
      params={{ jobKey }}
      search={isJob ? { ...search, view: undefined, pin: undefined, list } : { list }}
      className={look}
      aria-label={`${what}: ${title}`}
      title={title}
    >
      {children}
    </Link>
  )
}
