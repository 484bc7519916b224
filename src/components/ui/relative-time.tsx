import { useNowMs } from '~/lib/clock.ts'
import { relativeTime } from '~/lib/relative-time.ts'

/** Relative by the specified rule, exact in the tooltip; a plain date until the browser's clock is known. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const nowMs = useNowMs()
  return (
    <time dateTime={iso} title={nowMs === null ? iso : new Date(iso).toLocaleString()} className={className}>
      {nowMs === null ? iso.slice(0, 10) : relativeTime(iso, nowMs)}
    </time>
  )
}
