import { getRouteApi } from '@tanstack/react-router'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotLoaded } from '~/components/data-table/table/table-states.tsx'
import { CompareView } from '~/components/jobs/compare/compare-view.tsx'
import { FEWEST_COMPARED, comparedIds } from '~/components/jobs/compare/compared.ts'
import type { ChangeCompare } from '~/components/jobs/compare/compare-search.ts'
import { comparedJobsQuery } from '~/components/jobs/compare/load-compared.ts'
import { ReportSkeleton } from '~/components/jobs/report/report-skeleton.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { Map as MapIcon } from 'lucide-react'
import { reportQuery } from '~/server/jobs.functions.ts'

const route = getRouteApi('/_authed/spatial-catalog/compare')

export function CompareRastersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const ids = comparedIds(search)
  const enough = ids.length >= FEWEST_COMPARED
  const list = useQuery({
    ...comparedJobsQuery(enough ? ids : [1]),
    enabled: enough,
    placeholderData: undefined,
  })
  const keys = ids.flatMap((id) => list.data?.content.find((job) => job.id === id)?.job_key ?? [])
  const reports = useQueries({ queries: keys.map((key) => reportQuery(key)) })
  const failed = list.isError ? list : reports.find(({ isError }) => isError)
  const jobs = reports.flatMap(({ data }) => data ?? [])
  const missing = list.data ? ids.filter((id) => !list.data.content.some((job) => job.id === id)) : []
  const change: ChangeCompare = (next, { replace = false } = {}) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace, resetScroll: false })

  const content = () => {
    if (!enough || (list.data && keys.length < FEWEST_COMPARED)) {
      return (
        <EmptyState
          icon={MapIcon}
          title="Choose two to four jobs"
          className="rounded border"
          action={
            <Link to="/modeling/product-catalog" className={buttonClass({})}>
              Open the Product Catalog
            </Link>
          }
        >
          Select jobs in the Product Catalog, then ‘Compare’. You see what differs between them, their metrics
          and their maps side by side.
        </EmptyState>
      )
    }
    if (failed?.error) {
      return <NotLoaded error={failed.error} onRetry={() => void failed.refetch()} busy={failed.isFetching} />
    }
    if (!list.data || jobs.length < keys.length) return <ReportSkeleton />
    return <CompareView jobs={jobs} search={search} onChange={change} />
  }
  return (
    <Page title="Compare" help={<HelpLink topic="metrics" />}>
      {missing.length > 0 && (
        <Alert tone="warning">
          {missing.length === 1
            ? `There is no job ${missing[0]}.`
            : `There are no jobs ${missing.join(', ')}.`}{' '}
          The link may be incomplete.
        </Alert>
      )}
      {content()}
    </Page>
  )
}
