import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { listJobs } from '#contract/jobs.ts'
import { DataTable } from '~/components/data-table/data-table.tsx'
import { searchOf, toQuery } from '~/components/data-table/search.ts'
import { useSelection } from '~/components/data-table/selection.ts'
import { warm } from '~/components/data-table/warm.ts'
import { useJobActions } from '~/components/jobs/job-actions.tsx'
import { jobColumns, jobId } from '~/components/jobs/job-columns.tsx'
import { useJobFilters } from '~/components/jobs/job-filters.ts'
import { JobViews } from '~/components/jobs/job-views.tsx'
import { useLiveJobs } from '~/components/jobs/live-jobs.ts'
import { LiveNote } from '~/components/jobs/live-note.tsx'
import { NoJobsYet } from '~/components/jobs/no-jobs-yet.tsx'
import { Page } from '~/components/layout/page.tsx'
import { countriesQuery } from '~/server/countries.functions.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'

const search = searchOf(listJobs.query)

export const Route = createFileRoute('/_authed/modeling/product-catalog')({
  validateSearch: search,
  search: { middlewares: [stripSearchParams(search.defaults)] },
  loaderDeps: ({ search: asked }) => toQuery(asked),
  loader: ({ context: { queryClient }, deps }) =>
    warm(queryClient.prefetchQuery(jobsQuery(deps)), queryClient.prefetchQuery(countriesQuery)),
  staticData: {
    name: 'ProductCatalog',
    title: 'Product Catalog',
    icon: Table2,
    breadcrumbs: ['Modeling', 'Product Catalog'],
  },
  component: ProductCatalog,
})

function ProductCatalog() {
  const asked = Route.useSearch()
  const { me } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const result = useQuery(jobsQuery(toQuery(asked)))
  const filters = useJobFilters()
  const liveness = useLiveJobs()
  const selected = useSelection(jobId)
  const { actionsOf, dialogs } = useJobActions(me)
  const columns = useMemo(() => jobColumns({ me, actionsOf }), [me, actionsOf])
  return (
    <Page title="Product Catalog">
      <JobViews asked={asked} />
      <DataTable
        label="Jobs"
        things="jobs"
        columns={columns}
        rowId={jobId}
        search={asked}
        onSearch={(patch, { replace }) =>
          void navigate({ search: (former) => ({ ...former, ...patch }), replace, resetScroll: false })
        }
        filters={filters}
        result={result}
        empty={<NoJobsYet me={me} />}
        newest="datetime_submitted"
        note={<LiveNote liveness={liveness} />}
        selection={{ state: selected, nameOf: ({ job_key }) => job_key, actions: actionsOf }}
      />
      {dialogs}
    </Page>
  )
}
