import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useCallback } from 'react'
import { getJobReport } from '#contract/jobs.ts'
import { REPORT_KEYS } from '~/components/jobs/report/address-keys.ts'
import { onlyKeys } from '~/lib/only-keys.ts'
import { ReportFailure } from '~/components/jobs/report/report-absent.tsx'
import { type ChangeSearch, type ReportSearch, reportSearch } from '~/components/jobs/report/report-search.ts'
import { jobTitle } from '~/components/jobs/report/format.ts'
import { ReportSkeleton } from '~/components/jobs/report/report-skeleton.tsx'
import { ReportView } from '~/components/jobs/report/report-view.tsx'
import { orNotFound } from '~/components/layout/missing-record.ts'
import { NoSuchRecord } from '~/components/layout/no-such-record.tsx'
import { useDocumentTitle } from '~/components/layout/use-document-title.ts'
import { Map as MapIcon } from '~/components/ui/icons.tsx'
import { admDataQuery, reportQuery } from '~/server/report.functions.ts'
import { lazyCrumb } from '~/components/layout/lazy-crumb.ts'

const ReportCrumb = lazyCrumb(() =>
  import('~/components/jobs/report/report-crumb.tsx').then((module) => module.ReportCrumb),
)

export const Route = createFileRoute('/_authed/spatial-catalog/report/$jobKey')({
  staticData: {
    name: 'SpatialCatalogReport',
    title: 'Report',
    icon: MapIcon,
    breadcrumbs: ({ params }) => [
      'Interpolation',
      'Spatial Catalog',
      { text: params['jobKey'] ?? 'Report', Words: ReportCrumb },
    ],
  },
  // Values are validated where they are used: every screen loads what is here.
  validateSearch: (raw: Partial<ReportSearch>) => onlyKeys(raw, REPORT_KEYS),
  loader: async ({ context: { queryClient }, params: { jobKey } }) => {
    if (!getJobReport.params.safeParse({ job_key: jobKey }).success) throw notFound()
    const report = await orNotFound(queryClient.ensureQueryData(reportQuery(jobKey)))
    // prefetchQuery never throws: a failed table leaves the rest of the report intact.
    if (report.status === 'completed') await queryClient.prefetchQuery(admDataQuery(report.id))
  },
  pendingComponent: ReportSkeleton,
  notFoundComponent: () => (
    <NoSuchRecord what="job" to="/modeling/product-catalog" back="Back to the Product Catalog" />
  ),
  errorComponent: ReportFailure,
  component: Report,
})

function Report() {
  const { jobKey } = Route.useParams()
  const search = reportSearch.parse(Route.useSearch())
  const { me } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: report } = useSuspenseQuery(reportQuery(jobKey))
  useDocumentTitle(jobTitle(report))
  const change: ChangeSearch = useCallback(
    (next, { replace = false } = {}) =>
      void navigate({ search: (previous) => ({ ...previous, ...next }), replace, resetScroll: false }),
    [navigate],
  )
  return <ReportView report={report} me={me} search={search} onChange={change} />
}
