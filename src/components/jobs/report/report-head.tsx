import type { Me } from '#contract/accounts/accounts.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { StatusBadge } from '~/components/jobs/status-badge.tsx'
import { TagChips } from '~/components/jobs/marks/tag-chips.tsx'
import { FlaskConical } from 'lucide-react'
import { HeadFlags } from './flags.tsx'
import { jobTitle } from './format.ts'
import { ReportActions } from './report-actions.tsx'
import { reportName } from './report-name.ts'

/** The run's name, what it is a map of, its marks, and what the person can do with it. */
export function ReportHead({ report, me }: { report: JobReport; me: Me }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-[1_1_20rem] flex-col gap-2">
        <div>
          <h1 className="text-xl leading-7 font-semibold break-words">{reportName(report)}</h1>
          <p className="flex flex-wrap items-baseline gap-x-3">
            {jobTitle(report)}
            <span className="font-mono text-xs break-all text-muted">{report.job_key}</span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={report.status} />
          {report.status === 'completed' && <HeadFlags job={report} />}
          {report.tags.length > 0 && <TagChips tags={report.tags} />}
        </div>
        {report.simulated && (
          <p role="note" className="flex gap-2 text-warning">
            <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              <strong className="font-semibold">Simulated survey.</strong> Do not use its figures for
              decisions.
            </span>
          </p>
        )}
      </div>
      <ReportActions report={report} me={me} />
    </header>
  )
}
