import { Link } from '@tanstack/react-router'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { dateWithQuarter } from '~/components/data-table/filters/calendar-date.ts'
import { browserTitle } from '~/lib/browser-title.ts'
import { ownValue } from '~/lib/own-value.ts'
import { CancelButton } from '~/components/jobs/cancel/cancel-button.tsx'
import { figureColumns } from './figure-columns.ts'
import { JobFlag, admPassBadge, finalBadge, overfitBadge } from '~/components/jobs/job-flags.tsx'
import { JobKey } from '~/components/jobs/job-key.tsx'
import { JobMenu } from './job-menu.tsx'
import { JobStatusCell } from '~/components/jobs/job-status.tsx'
import { ReportLink } from '~/components/jobs/report-link.tsx'
import { METHOD_LABELS } from '~/components/jobs/method-labels.ts'
import { formatRaking } from '~/components/jobs/report/format.ts'
import { SimulatedMark } from '~/components/jobs/marks/simulated-mark.tsx'
import { shortName } from '~/components/jobs/short-name.ts'
import { VerdictBadge } from '~/components/jobs/verdict-badge.tsx'
import { useRunName } from '~/components/jobs/run-names.ts'
import { TagChips } from '~/components/jobs/marks/tag-chips.tsx'

const column = createAppColumnHelper<Job>()
const orDash = (text: string | null) => text || <span className="text-muted">–</span>

/** Column ids are the contract's sort fields. */
export function jobColumns({
  me,
  actionsOf,
  inSubmission = false,
}: {
  me: Person
  actionsOf: (jobs: readonly Job[]) => RowAction[]
  inSubmission?: boolean
}) {
  return column.columns([
    column.accessor('id', {
      header: 'Job',
      enableHiding: false,
      cell: ({ row }) => <JobTitle job={row.original} />,
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { label: 'Status' },
      cell: ({ row }) => <JobStatusCell job={row.original} />,
    }),
    column.accessor('datetime_submitted', {
      header: 'Submitted',
      meta: { optional: inSubmission },
      cell: timeCell,
    }),
    column.accessor('iso3_code', {
      header: 'Country',
      // In the row's title.
      meta: { label: 'Country', optional: true },
      cell: ({ row }) => (
        <span
          className="flex max-w-24 items-baseline max-[699px]:max-w-full min-[1600px]:max-w-40 gap-1"
          title={row.original.country}
        >
          <span className="truncate">{row.original.country}</span>
          <span className="text-xs text-muted">{row.original.iso3_code}</span>
        </span>
      ),
    }),
    column.accessor('target', {
      header: 'Target',
      meta: { optional: true },
      cell: ({ getValue }) => (
        <span
          className="line-clamp-2 max-w-32 break-words max-[699px]:max-w-full min-[1600px]:max-w-40"
          title={getValue()}
        >
          {getValue()}
        </span>
      ),
    }),
    column.accessor('source', {
      header: 'Source',
      meta: { label: 'Source and wave' },
      cell: ({ row }) => (
        <span className="source-and-wave">
          <span>{row.original.source}</span>
          <span>{row.original.source_wave}</span>
        </span>
      ),
    }),
    column.accessor('source_wave', { header: 'Wave', meta: { label: 'Source wave', optional: true } }),
    column.accessor('source_date', {
      header: 'Source date',
      meta: { optional: true, className: 'whitespace-nowrap' },
      cell: ({ getValue }) => orDash(dateWithQuarter(getValue() ?? '')),
    }),
    column.accessor('round', { header: 'Round', meta: { optional: true } }),
    column.accessor('submission_id', {
      header: 'Submission',
      meta: { optional: true },
      cell: ({ row }) => (
        <Link
          to="/modeling/submission/$id"
          params={{ id: String(row.original.submission_id) }}
          className="text-link hover:underline"
        >
          {row.original.submission_title}
        </Link>
      ),
    }),
    column.accessor('data_description', {
      header: 'Data description',
      meta: { optional: true },
      cell: ({ getValue }) => <span className="line-clamp-2 min-w-48">{orDash(getValue())}</span>,
    }),
    column.accessor('verdict', {
      header: 'Use for',
      meta: { label: 'Usable for' },
      cell: ({ getValue }) => <VerdictBadge verdict={getValue()} textOnly />,
    }),
    column.accessor('final', {
      header: 'Final',
      cell: ({ getValue }) => <JobFlag {...finalBadge(getValue())} compact />,
    }),
    column.accessor('all_adm_pass', {
      header: 'ADM',
      meta: { label: 'All ADM pass' },
      cell: ({ getValue }) => <JobFlag {...admPassBadge(getValue())} compact />,
    }),
    column.accessor('is_overfit', {
      header: 'Overfit',
      cell: ({ getValue }) => <JobFlag {...overfitBadge(getValue())} compact />,
    }),
    ...figureColumns({ optional: inSubmission }),
    column.accessor('method', {
      header: 'Method',
      meta: { optional: true },
      cell: ({ getValue }) => ownValue(METHOD_LABELS, getValue()) ?? getValue(),
    }),
    column.accessor('stack_name', {
      header: 'Collection',
      meta: { optional: true },
      cell: ({ getValue }) => <span className="break-words">{getValue()}</span>,
    }),
    column.accessor('stack_version', {
      header: 'Version',
      meta: { label: 'Collection version', optional: true },
    }),
    column.accessor('app_user_id', {
      header: 'Person',
      meta: { optional: inSubmission },
      cell: ({ row }) => (
        <span className="short-name" ref={browserTitle(row.original.app_user_name)}>
          {shortName(row.original.app_user_name)}
        </span>
      ),
    }),
    column.accessor('tags', {
      header: 'Tags',
      cell: ({ getValue }) => <TagChips tags={getValue()} most={1} />,
    }),
    column.display({
      ...actionsColumn,
      cell: ({ row: { original } }) => {
        const menu = <JobMenu job={original} actionsOf={actionsOf} inSubmission={inSubmission} />
        if (!inSubmission) return menu
        return (
          <div className="row-buttons">
            <CancelButton job={original} me={me} />
            {menu}
          </div>
        )
      },
    }),
  ])
}

function JobTitle({ job }: { job: Job }) {
  const name = useRunName(job)
  return (
    <ReportLink
      className="job-title"
      jobKey={job.job_key}
      aria-label={`${name}, ${job.job_key}${job.simulated ? ', simulated survey' : ''}`}
    >
      <span>
        {name}
        {job.simulated && <SimulatedMark />}
      </span>{' '}
      <Raked job={job} />
      <JobKey jobKey={job.job_key} ref={browserTitle(job.job_key)} />
    </ReportLink>
  )
}

function Raked({ job }: { job: Job }) {
  const words = formatRaking(job)
  return words && <span className="text-xs text-muted">{words.toLowerCase()} </span>
}
