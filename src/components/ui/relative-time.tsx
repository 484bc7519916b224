import { browserTitle } from '~/lib/browser-title.ts'
import { useNowMs } from '~/lib/clock.ts'
import { cn } from '~/lib/class-names.ts'
import { relativeTime } from '~/lib/relative-time.ts'

/** Relative by the specified rule, exact in the tooltip and on paper; a plain date until the browser's clock is known. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const nowMs = useNowMs()
  const exact = nowMs === null ? iso : new Date(iso).toLocaleString()
  return (
    <time dateTime={iso} ref={browserTitle(exact)} className={cn('ago', className)}>
      <span>{nowMs === null ? iso.slice(0, 10) : relativeTime(iso, nowMs)}</span>
    </time>
  )
}
