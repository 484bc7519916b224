import type { ReactNode } from 'react'
import { failureMessage, isForbidden, isNotOffered } from '~/api/api-error.ts'
import { cn } from '~/lib/class-names.ts'
import { Button } from '~/components/ui/button.tsx'
import { CloudOff, LockKeyhole } from 'lucide-react'
import { OfflineHint } from '~/components/ui/offline-hint.tsx'

/** What happened, in words, and what to do: 'Try again', or whom to ask if the person's role does not allow it. */
export function ErrorState({
  error,
  onRetry,
  busy,
  className,
  children,
}: {
  error: unknown
  onRetry?: () => void
  busy?: boolean
  className?: string
  children?: ReactNode
}) {
  const forbidden = isForbidden(error)
  const lasting = forbidden || isNotOffered(error)
  const Icon = forbidden ? LockKeyhole : CloudOff
  return (
    <div role="alert" className={cn('flex flex-col items-center gap-3 px-4 py-8 text-center', className)}>
      <Icon aria-hidden="true" className={cn('size-6', lasting ? 'text-muted' : 'text-error')} />
      <p className="max-w-prose">{failureMessage(error)}</p>
      {forbidden && (
        <p className="max-w-prose text-muted">An admin of your organisation can change your role.</p>
      )}
      <OfflineHint />
      {children}
      {onRetry && !lasting && (
        <Button variant="secondary" onClick={onRetry} busy={busy}>
          Try again
        </Button>
      )}
    </div>
  )
}
