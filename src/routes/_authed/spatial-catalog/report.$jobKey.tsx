import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useCallback } from 'react'
import { getJobReport, listJobs } from '#contract/jobs/jobs.ts'
import { PRODUCT_KEYS, REPORT_KEYS } from '~/components/jobs/report/map/address-keys.ts'
import { notOffered, orNull } from '~/api/api-error.ts'
import { onlyKeys } from '~/lib/only-keys.ts'
import { ReportFailure } from '~/components/jobs/report/report-absent.tsx'
import { type ReportSearch, reportSearch } from '~/components/jobs/report/report-search.ts'
import { jobTitle } from '~/components/jobs/report/format.ts'
import { ReportSkeleton } from '~/components/jobs/report/report-skeleton.tsx'
import { ReportView } from '~/components/jobs/report/report-view.tsx'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { useDocumentTitle } from '~/components/shell/use-document-title.ts'
import { Map as MapIcon } from 'lucide-react'
import { productQuery } from '~/server/interpolation.functions.ts'
import { jobsQuery, admDataQuery, reportQuery } from '~/server/jobs.functions.ts'
import { type ProductStyle, productStyle } from '~/components/interpolation/product-style.ts'
import { ProductReport } from '~/components/interpolation/product-report.tsx'
import { ReportCrumb } from '~/components/jobs/report/report-crumb.tsx'

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
  validateSearch: (raw: Partial<ReportSearch & ProductStyle>) =>
    onlyKeys(raw, [...REPORT_KEYS, ...PRODUCT_KEYS]),
  loader: async ({ context: { queryClient }, params: { jobKey } }) => {
    if (!getJobReport.params.safeParse({ job_key: jobKey }).success) throw notFound()
    const report = await orNull(queryClient.ensureQueryData(reportQuery(jobKey)))
    if (report === null) {
      const product = await queryClient.ensureQueryData(productQuery(jobKey))
      if (product === null)
        throw (await isListedJob(queryClient, jobKey)) ? notOffered(getJobReport) : notFound()
      return { kind: 'product' as const }
    }
    // prefetchQuery never throws: a failed table leaves the rest of the report intact.
    if (report.status === 'completed') await queryClient.prefetchQuery(admDataQuery(report.id))
    return { kind: 'job' as const }
  },
  pendingComponent: ReportSkeleton,
  notFoundComponent: () => (
    <NoSuchRecord what="report" to="/spatial-catalog" back="Back to the Spatial Catalog" />
  ),
  errorComponent: ReportFailure,
  component: Report,
})

/** A server that knows the specification only has jobs without reports. */
async function isListedJob(client: QueryClient, jobKey: string) {
  const { data } = listJobs.query.safeParse({ id: [jobKey.split('-').at(-1)], limit: 1 })
  const found = data && (await client.fetchQuery(jobsQuery(data)))
  return found?.content.some(({ job_key }) => job_key === jobKey)
}

function Report() {
  return Route.useLoaderData().kind === 'job' ? <OfJob /> : <OfProduct />
}

function OfJob() {
  const { jobKey } = Route.useParams()
  const search = reportSearch.parse(Route.useSearch())
  const { me } = Route.useRouteContext()
  const { data: report } = useSuspenseQuery(reportQuery(jobKey))
  useDocumentTitle(jobTitle(report))
  return <ReportView report={report} me={me} search={search} onChange={useChange()} />
}

function OfProduct() {
  const { jobKey } = Route.useParams()
  const look = productStyle.parse(Route.useSearch())
  const { me } = Route.useRouteContext()
  const { data: product } = useSuspenseQuery(productQuery(jobKey))
  useDocumentTitle(product?.title)
  const change = useChange()
  return product && <ProductReport product={product} me={me} look={look} onStyleChange={change} />
}

function useChange() {
  const navigate = Route.useNavigate()
  return useCallback(
    (next: Partial<ReportSearch & ProductStyle>, { replace = false } = {}) =>
      void navigate({ search: (previous) => ({ ...previous, ...next }), replace, resetScroll: false }),
    [navigate],
  )
}
