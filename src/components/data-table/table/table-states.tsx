import type { ReactNode } from 'react'
import { ApiError } from '~/api/api-error.ts'
import { Button } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { CornerDownLeft, LockKeyhole, SearchX } from 'lucide-react'

const box = 'rounded border'

export function NothingFound({
  pluralNoun,
  reason = 'Remove a filter, or widen its range.',
  onClear,
}: {
  pluralNoun: string
  reason?: string
  onClear: () => void
}) {
  return (
    <EmptyState
      className={box}
      icon={SearchX}
      title={`No ${pluralNoun} match these filters`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear all filters
        </Button>
      }
    >
      {reason}
    </EmptyState>
  )
}

export function PastTheEnd({ page, pages, onLast }: { page: number; pages: number; onLast: () => void }) {
  return (
    <EmptyState
      className={box}
      icon={CornerDownLeft}
      title={`There is no page ${page.toLocaleString('en')}`}
      action={
        <Button variant="secondary" onClick={onLast}>
          Go to the last page
        </Button>
      }
    >
      {pages === 1 ? 'All rows fit on one page.' : `The last page is ${pages.toLocaleString('en')}.`}
    </EmptyState>
  )
}

export function NotLoaded({
  error,
  onRetry,
  busy,
  children,
}: {
  error: unknown
  onRetry: () => void
  busy: boolean
  /** What can be done besides another try. */
  children?: ReactNode
}) {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
    return (
      <EmptyState className={box} icon={LockKeyhole} title="You cannot see this list">
        {error.detail || 'Your role does not give access to it.'} An admin of your organisation can help.
      </EmptyState>
    )
  }
  return (
    <ErrorState className={box} error={error} onRetry={onRetry} busy={busy}>
      {children}
    </ErrorState>
  )
}
