import { Link } from '@tanstack/react-router'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { Compass } from 'lucide-react'

export function NotFound() {
  return (
    <EmptyState
      icon={Compass}
      title="Page not found"
      heading="h1"
      action={
        <Link to="/" className="text-link underline">
          Go to Home
        </Link>
      }
    >
      There is no page at this address. It may have moved, or the link may be incomplete.
    </EmptyState>
  )
}
