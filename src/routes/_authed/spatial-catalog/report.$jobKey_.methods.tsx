import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { MethodsPage } from '~/components/jobs/methods/methods-page.tsx'
import { ReportFailure } from '~/components/jobs/report/report-absent.tsx'
import { ReportSkeleton } from '~/components/jobs/report/report-skeleton.tsx'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { ScrollText } from 'lucide-react'
import { methodsQuery, reportQuery } from '~/server/jobs.functions.ts'

const ReportCrumb = lazy(() => import('~/components/jobs/report/report-crumb.tsx'))

export const Route = createFileRoute('/_authed/spatial-catalog/report/$jobKey_/methods')({
  loader: async ({ context: { queryClient }, params: { jobKey } }) => {
    if (!getJobReport.params.safeParse({ job_key: jobKey }).success) throw notFound()
    const { id, status } = await orNotFound(queryClient.ensureQueryData(reportQuery(jobKey)))
    if (status === 'completed') await queryClient.ensureQueryData(methodsQuery(id))
  },
  staticData: {
    title: 'Methods, data and limits',
    icon: ScrollText,
    breadcrumbs: ({ params }) => [
      'Interpolation',
      'Spatial Catalog',
      { text: params['jobKey'] ?? 'Report', Words: ReportCrumb },
      'Methods',
    ],
  },
  pendingComponent: ReportSkeleton,
  notFoundComponent: () => (
    <NoSuchRecord what="job" to="/spatial-catalog" back="Back to the Spatial Catalog" />
  ),
  errorComponent: ReportFailure,
  component: MethodsPage,
})
