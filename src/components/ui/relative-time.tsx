import { use } from 'react'
import { browserTitle } from '~/lib/browser-title.ts'
import { RenderedAt, useNowMs } from '~/lib/time/clock.ts'
import { cn } from '~/lib/class-names.ts'
import { exactTime } from '~/lib/time/exact-time.ts'
import { formatAgo, relativeTime } from '~/lib/time/relative-time.ts'

/**
 * Relative by the specified rule, exact in the tooltip and on paper. The server renders the same words, so that lines
 * do not wrap differently once the page is alive; a date is plain until the reader's format is known.
 */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const nowMs = useNowMs()
  const renderedAt = use(RenderedAt)
  const early = () => (renderedAt === null ? null : formatAgo(iso, renderedAt)) ?? iso.slice(0, 10)
  const exact = nowMs === null ? iso : exactTime(iso)
  return (
    <time dateTime={iso} ref={browserTitle(exact)} className={cn('ago', className)}>
      <span>{nowMs === null ? early() : relativeTime(iso, nowMs)}</span>
    </time>
  )
}
