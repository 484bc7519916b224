import { Link } from '@tanstack/react-router'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { dateWithQuarter } from '~/components/data-table/filters/calendar-date.ts'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { FinalNote } from './final-history.tsx'
import { duration } from './format.ts'
import { MethodsLink } from './methods-link.tsx'

/** What the data are, and who ran the layer when. */
export function AboutRun({ report, className }: { report: JobReport; className?: string }) {
  const { status, datetime_started: started, datetime_finished: finished } = report
  return (
    <section aria-label="About this run" className={className}>
      <p className="break-words text-muted">
        {report.data_description && <span className="text-text">{report.data_description}. </span>}
        {report.source_date && <>Survey of {dateWithQuarter(report.source_date)}. </>}
        {report.simulated &&
          `${report.note ?? 'The clusters behind this layer were made by a program and describe no real people.'} `}
        {status === 'completed' && <MethodsLink jobKey={report.job_key} className="text-link underline" />}
      </p>
      {/* The time's width changes, so it comes last: it must not move what follows. */}
      <p className="break-words text-muted">
        Part of{' '}
        <Link
          to="/modeling/submission/$id"
          params={{ id: String(report.submission_id) }}
          className="text-link underline"
        >
          {report.submission_title}
        </Link>
        {started && finished && status === 'completed' && <>; computed in {duration(started, finished)}</>}.{' '}
        <FinalNote report={report} /> Submitted by <span className="text-text">{report.app_user_name}</span>{' '}
        <RelativeTime iso={report.datetime_submitted} />.
      </p>
    </section>
  )
}
