import { useNowMs } from '~/lib/time/clock.ts'
import { relativeTime } from '~/lib/time/relative-time.ts'

const format = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** To the second, in the reader's time zone, which is named; UTC until that is known. The tooltip has the relative time. */
export function ExactTime({ iso }: { iso: string }) {
  const nowMs = useNowMs()
  const time = Date.parse(iso)
  const isValid = nowMs !== null && !Number.isNaN(time)
  return (
    <time
      dateTime={iso}
      title={isValid ? relativeTime(iso, nowMs) : iso}
      className="tabular whitespace-nowrap"
    >
      {isValid ? format.format(time) : `${iso.slice(0, 19).replace('T', ' ')} UTC`}
    </time>
  )
}
