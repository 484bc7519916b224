import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { cn } from '~/lib/class-names.ts'
import { SNACKBAR_TIMEOUT_MS, isVertical, useSnackbar } from './snackbar-store.ts'

const looks = {
  success: { icon: CircleCheck, edge: 'border-l-success', ink: 'text-success' },
  error: { icon: CircleAlert, edge: 'border-l-error', ink: 'text-error' },
  warning: { icon: TriangleAlert, edge: 'border-l-warning', ink: 'text-warning' },
  info: { icon: Info, edge: 'border-l-info', ink: 'text-info' },
} as const

/** Messages at the top end of the screen; time stands still while somebody reads. */
export function Snackbar() {
  const { message, clear } = useSnackbar()
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (!message || held) return
    const timer = setTimeout(clear, message.timeout ?? SNACKBAR_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [message, held, clear])

  const look = looks[message?.color ?? 'info']
  const vertical = isVertical(message?.message ?? '')
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed end-4 top-16 z-60 max-w-[calc(100vw-2rem)]"
    >
      {message && (
        <div
          key={message.key}
          data-layout={vertical ? 'vertical' : 'horizontal'}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className={cn(
            'pointer-events-auto flex w-fit max-w-96 gap-2 rounded border border-l-4 bg-raised py-2 pr-2 pl-3 text-text shadow-float',
            vertical ? 'flex-col' : 'items-center',
            look.edge,
          )}
        >
          <p className={cn('flex gap-2 break-words', vertical && 'pr-2 pt-1')}>
            <look.icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', look.ink)} />
            <span className="min-w-0">{message.message}</span>
          </p>
          <span className={cn('flex gap-1', vertical && 'justify-end')}>
            {message.action && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  message.action?.onClick()
                  clear()
                }}
              >
                {message.action.label}
              </Button>
            )}
            <Button variant="quiet" size="small" onClick={clear}>
              <X aria-hidden="true" />
              Close
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}
