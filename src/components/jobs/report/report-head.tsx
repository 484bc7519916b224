import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { dateWithQuarter } from '~/components/data-table/filters/calendar-date.ts'
import { MethodsLink } from './methods-link.tsx'
import { StatusBadge } from '~/components/jobs/status-badge.tsx'
import { TagChips } from '~/components/jobs/marks/tag-chips.tsx'
import { FlaskConical } from 'lucide-react'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { FinalNote } from './final-history.tsx'
import { HeadFlags } from './flags.tsx'
import { duration, jobTitle } from './format.ts'
import { ReportActions } from './report-actions.tsx'

/** The layer's name, its status, who submitted it and when. */
export function ReportHead({ report, me }: { report: JobReport; me: Me }) {
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-2xl leading-8 font-semibold text-balance">{jobTitle(report)}</h1>
          <p className="font-mono text-xs break-all text-muted">{report.job_key}</p>
        </div>
        <ReportActions report={report} me={me} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={report.status} />
        {report.status === 'completed' && <HeadFlags job={report} />}
        {report.tags.length > 0 && <TagChips tags={report.tags} />}
      </div>
      <div className="text-muted">
        <p>
          {report.data_description && <span className="text-text">{report.data_description}. </span>}
          {report.source_date && <>Survey of {dateWithQuarter(report.source_date)}. </>}
          Part of{' '}
          <Link
            to="/modeling/submission/$id"
            params={{ id: String(report.submission_id) }}
            className="text-link underline"
          >
            {report.submission_title}
          </Link>
          {report.datetime_started && report.datetime_finished && report.status === 'completed' && (
            <>; computed in {duration(report.datetime_started, report.datetime_finished)}</>
          )}
          .{' '}
          {report.status === 'completed' && (
            <MethodsLink jobKey={report.job_key} className="text-link underline" />
          )}
        </p>
        {/* The time's width changes, so it shares a line with little: a longer one would wrap and move the page. */}
        <p>
          Submitted by <span className="text-text">{report.app_user_name}</span>{' '}
          <RelativeTime iso={report.datetime_submitted} />. <FinalNote report={report} />
        </p>
      </div>
      {report.simulated && <Simulated note={report.note} />}
    </header>
  )
}

function Simulated({ note }: { note: string | null }) {
  return (
    <div role="note" className="flex gap-3 rounded border border-warning bg-warning-soft p-3 text-text">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <p>
        <strong className="font-semibold text-warning">Simulated survey.</strong>{' '}
        {note ?? 'The clusters behind this layer were made by a program and describe no real people.'} Do not
        use its figures for decisions.
      </p>
    </div>
  )
}
