import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FinalMark } from '#contract/jobs/final.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { finalOf } from '~/components/jobs/marks/final-of.ts'
import { Card } from '~/components/ui/card.tsx'
import { Star, StarOff } from 'lucide-react'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { finalHistoryQuery } from '~/server/jobs.functions.ts'

const keysOf = (marks: readonly FinalMark[]) => new Map(marks.map(({ job_id, job_key }) => [job_id, job_key]))

/** One sentence in the header: since when and why it is final, or which other job is. */
export function FinalNote({ report }: { report: JobReport }) {
  const { data } = useQuery(finalHistoryQuery(report.id))
  const marks = data?.content ?? []
  if (report.final) {
    const mark = marks.find(({ job_id, final }) => job_id === report.id && final)
    return (
      mark && (
        <>
          Final
          <Who mark={mark} />.
        </>
      )
    )
  }
  if (report.superseded_by == null) {
    const final = finalOf(marks)
    return (
      final && (
        <span className="text-text">
          The final job of this layer is <JobLink jobKey={final.job_key} />.
        </span>
      )
    )
  }
  const key = keysOf(marks).get(report.superseded_by)
  return (
    <span className="text-text">
      Superseded by{' '}
      {key ? <JobLink jobKey={key} /> : <span className="font-mono">job {report.superseded_by}</span>}.
    </span>
  )
}

/** Who marked which job of this layer, when and why; newest first. Renders nothing if there are no entries. */
export function FinalHistory({ report }: { report: JobReport }) {
  const { data } = useQuery(finalHistoryQuery(report.id))
  if (!data || data.content.length === 0) return null
  const keys = keysOf(data.content)
  return (
    <Card anchor="final-history" title="History of the final mark">
      <ol className="flex flex-col divide-y">
        {data.content.map((mark) => {
          const Icon = mark.final ? Star : StarOff
          const successor = mark.superseded_by === null ? undefined : keys.get(mark.superseded_by)
          return (
            <li key={mark.id} className="flex gap-3 py-2">
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
              <p className="min-w-0">
                {mark.job_id === report.id ? (
                  <span className="font-medium">This job</span>
                ) : (
                  <JobLink jobKey={mark.job_key} />
                )}{' '}
                {mark.final ? 'became final' : successor ? 'lost the mark' : 'is no longer final'}
                {successor && (
                  <> to {mark.superseded_by === report.id ? 'this job' : <JobLink jobKey={successor} />}</>
                )}
                <Who mark={mark} />
              </p>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function Who({ mark: { marked_by_name, marked_at, reason } }: { mark: FinalMark }) {
  return (
    <span className="text-muted">
      , <RelativeTime iso={marked_at} />
      {marked_by_name && ` by ${marked_by_name}`}
      {reason && <span className="break-words text-text">: “{reason}”</span>}
    </span>
  )
}

const JobLink = ({ jobKey }: { jobKey: string }) => (
  <Link
    to="/spatial-catalog/report/$jobKey"
    params={{ jobKey }}
    className="font-mono text-xs break-all text-link hover:underline"
  >
    {jobKey}
  </Link>
)
