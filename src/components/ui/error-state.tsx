import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Button } from './button.tsx'
import { CloudOff } from './icons.tsx'
import { OfflineHint } from './offline-hint.tsx'

/** What happened, in words, and 'Try again'. */
export function ErrorState({
  message,
  onRetry,
  busy,
  className,
  children,
}: {
  message: string
  onRetry?: () => void
  busy?: boolean
  className?: string
  children?: ReactNode
}) {
  return (
    <div role="alert" className={cn('flex flex-col items-center gap-3 px-4 py-8 text-center', className)}>
      <CloudOff aria-hidden="true" className="size-6 text-error" />
      <p className="max-w-prose">{message}</p>
      <OfflineHint />
      {children}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} busy={busy}>
          Try again
        </Button>
      )}
    </div>
  )
}
