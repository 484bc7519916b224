import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { focusKeptPlace } from '~/components/ui/overlays/kept-focus.ts'
import { OfflineHint } from '~/components/ui/offline-hint.tsx'
import { cn } from '~/lib/class-names.ts'
import { SNACKBAR_TIMEOUT_MS, type SnackbarMessage, clearSnackbar, useSnackbar } from './snackbar-store.ts'

const looks = {
  success: { icon: CircleCheck, edge: 'border-l-success', ink: 'text-success' },
  error: { icon: CircleAlert, edge: 'border-l-error', ink: 'text-error' },
  warning: { icon: TriangleAlert, edge: 'border-l-warning', ink: 'text-warning' },
  info: { icon: Info, edge: 'border-l-info', ink: 'text-info' },
} as const

/** Messages at the top end of the screen, 16 px below the top bar: one line ends above the buttons of the title row. */
export function Snackbar() {
  const { message } = useSnackbar()
  return (
    <output
      aria-live="polite"
      className="pointer-events-none fixed end-4 top-18 z-60 block max-w-[calc(100vw-2rem)] print:hidden"
    >
      {message && <Message {...message} key={message.key} />}
    </output>
  )
}

function Message({ color, message, timeout = SNACKBAR_TIMEOUT_MS, action }: SnackbarMessage) {
  const [isPaused, setPaused] = useState(false)
  const { icon: Icon, edge, ink } = looks[color]

  // The timer pauses while the message is being read.
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(clearSnackbar, timeout)
    return () => clearTimeout(timer)
  }, [isPaused, timeout])

  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (own?.contains(document.activeElement)) focusKeptPlace()
    }
  }, [])

  return (
    <div
      ref={element}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={cn(
        'pointer-events-auto flex w-fit max-w-184 items-center gap-2 rounded border border-l-4 bg-raised py-0.5 pr-1 pl-3 text-text shadow-float',
        edge,
      )}
    >
      <span className="flex min-w-0 gap-2">
        <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', ink)} />
        <span className="min-w-0 break-words">{message}</span>
      </span>
      {color === 'error' && <OfflineHint />}
      <span className="flex shrink-0 gap-1">
        {action && (
          <Button
            variant="quiet"
            size="tiny"
            onClick={() => {
              action.onClick()
              clearSnackbar()
            }}
          >
            {action.label}
          </Button>
        )}
        <Button variant="quiet" size="tiny" onClick={clearSnackbar}>
          <X aria-hidden="true" />
          Close
        </Button>
      </span>
    </div>
  )
}
