import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { reportName } from '~/components/jobs/report/report-name.ts'
import { reportSearch } from '~/components/jobs/report/report-search.ts'
import { ReportView } from '~/components/jobs/report/report-view.tsx'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { useDocumentTitle } from '~/components/shell/use-document-title.ts'
import { productQuery } from '~/server/interpolation.functions.ts'
import { reportQuery } from '~/server/jobs.functions.ts'
import { ProductReport } from './product-report.tsx'
import { productStyle } from './product-style.ts'
import type { ReportPageSearch } from './report-page-search.ts'

const route = getRouteApi('/_authed/spatial-catalog/report/$jobKey')

export function NoSuchReport() {
  return <NoSuchRecord what="report" to="/spatial-catalog" back="Back to the Spatial Catalog" />
}

export function ReportPage() {
  return route.useLoaderData().kind === 'job' ? <OfJob /> : <OfProduct />
}

function OfJob() {
  const { jobKey } = route.useParams()
  const search = reportSearch.parse(route.useSearch())
  const { me } = route.useRouteContext()
  const { data: report } = useSuspenseQuery(reportQuery(jobKey))
  useDocumentTitle(reportName(report))
  return <ReportView report={report} me={me} search={search} onChange={useChange()} />
}

function OfProduct() {
  const { jobKey } = route.useParams()
  const style = productStyle.parse(route.useSearch())
  const { me } = route.useRouteContext()
  const { data: product } = useSuspenseQuery(productQuery(jobKey))
  useDocumentTitle(product?.title)
  const change = useChange()
  return product && <ProductReport product={product} me={me} style={style} onStyleChange={change} />
}

function useChange() {
  const navigate = route.useNavigate()
  return useCallback(
    (next: Partial<ReportPageSearch>, { replace = false } = {}) =>
      void navigate({ search: (previous) => ({ ...previous, ...next }), replace, resetScroll: false }),
    [navigate],
  )
}
