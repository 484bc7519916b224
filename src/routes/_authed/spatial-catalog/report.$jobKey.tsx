import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { loadReport } from '~/components/interpolation/report/load-report.ts'
import { reportPageSearch } from '~/components/interpolation/report/report-page-search.ts'
import { NoSuchReport, ReportPage } from '~/components/interpolation/report/report-page.tsx'
import { ReportFailure } from '~/components/jobs/report/report-absent.tsx'
import { ReportSkeleton } from '~/components/jobs/report/report-skeleton.tsx'
import { Map as MapIcon } from 'lucide-react'
import { routeSearch } from '~/lib/route-search.ts'

const ReportCrumb = lazy(() => import('~/components/jobs/report/report-crumb.tsx'))

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
  ...routeSearch(reportPageSearch),
  loader: ({ context: { queryClient }, params: { jobKey } }) => loadReport(queryClient, jobKey),
  pendingComponent: ReportSkeleton,
  notFoundComponent: NoSuchReport,
  errorComponent: ReportFailure,
  component: ReportPage,
})
