import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ApiError, credentialsRejected } from '~/api/api-error.ts'
import { RouteFailure } from '~/components/shell/failures/route-failure.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { Lock } from 'lucide-react'

const catalog = (
  <Link to="/modeling/product-catalog" className="text-link underline">
    Go to the Product Catalog
  </Link>
)

/** Forbidden says who can help; other errors offer a retry. */
export function ReportFailure(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError) || error.status !== 403 || credentialsRejected(error)) {
    return <RouteFailure {...props} />
  }
  return (
    <EmptyState icon={Lock} heading="h1" title="You cannot see this report" action={catalog}>
      {error.detail} An admin of your organisation can change your role.
    </EmptyState>
  )
}
