import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { reportQuery } from '~/server/jobs.functions.ts'
import { MethodsUnavailable } from './methods-unavailable.tsx'
import { MethodsView } from './methods-view.tsx'

const route = getRouteApi('/_authed/spatial-catalog/report/$jobKey_/methods')

export function MethodsPage() {
  const { data: report } = useSuspenseQuery(reportQuery(route.useParams().jobKey))
  return report.status === 'completed' ? (
    <MethodsView id={report.id} />
  ) : (
    <MethodsUnavailable report={report} />
  )
}
