import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { none } from '~/components/data-table/filters/none.tsx'
import { shortName } from '~/components/jobs/short-name.ts'
import { browserTitle } from '~/lib/browser-title.ts'
import { CountsBar } from './counts-bar.tsx'
import { SubmissionMenu } from './submission-menu.tsx'
import { SubmissionStatus } from './submission-status.tsx'

const column = createAppColumnHelper<Submission>()

const project = column.accessor('project_name', {
  header: 'Project',
  enableSorting: false,
  meta: { optional: true },
  cell: ({ row: { original } }) =>
    original.project_id === null ? (
      none
    ) : (
      <Link
        to="/projects/$id"
        params={{ id: String(original.project_id) }}
        className="block max-w-40 truncate text-link hover:underline"
      >
        {original.project_name}
      </Link>
    ),
})

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const submissionColumns = (me: Me, countryName: (iso3: string) => string, ofProject = false) =>
  column.columns([
    column.accessor('title', {
      header: 'Title',
      enableHiding: false,
      cell: ({ row }) => (
        <Link
          to="/modeling/submission/$id"
          params={{ id: String(row.original.id) }}
          title={row.original.title}
          className="block max-w-60 truncate font-medium text-link hover:underline"
        >
          {row.original.title}
        </Link>
      ),
    }),
    column.accessor('id', {
      header: 'Id',
      meta: { align: 'right', className: 'pr-4' },
      cell: ({ getValue }) => <span className="font-mono text-[13px]">{getValue()}</span>,
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ row }) => <SubmissionStatus submission={row.original} />,
    }),
    column.accessor('datetime_submitted', {
      header: 'Submitted',
      cell: timeCell,
    }),
    column.accessor('layers', {
      header: 'Layers',
      enableSorting: false,
      cell: ({ row }) => <CountsBar submission={row.original} />,
    }),
    column.accessor('iso3_codes', {
      header: 'Countries',
      enableSorting: false,
      cell: ({ getValue }) => <Several values={getValue().map(countryName)} />,
    }),
    column.accessor('sources', {
      header: 'Sources',
      enableSorting: false,
      cell: ({ getValue }) => <Several values={getValue()} />,
    }),
    column.accessor('stack_names', {
      header: 'Band collections',
      enableSorting: false,
      meta: { optional: true },
      cell: ({ getValue }) => <Several values={getValue()} />,
    }),
    column.accessor('config_name', {
      header: 'File',
      enableSorting: false,
      meta: { optional: true },
    }),
    ...(ofProject ? [] : [project]),
    column.accessor('app_user_id', {
      header: 'Person',
      cell: ({ row }) => (
        <span
          className="block max-w-28 truncate max-[699px]:max-w-full min-[1600px]:max-w-44"
          title={row.original.app_user_name}
        >
          {shortName(row.original.app_user_name)}
        </span>
      ),
    }),
    column.display({
      ...actionsColumn,
      cell: ({ row }) => <SubmissionMenu submission={row.original} me={me} />,
    }),
  ])

/** The first few, and how many more. */
function Several({ values }: { values: readonly string[] }) {
  if (values.length === 0) return <span className="text-muted">–</span>
  return (
    <span
      ref={browserTitle(values.join(', '))}
      className="flex max-w-40 gap-1 whitespace-nowrap max-[699px]:max-w-full min-[1600px]:max-w-64"
    >
      <span className="truncate">{values.slice(0, 2).join(', ')}</span>
      {values.length > 2 && <span className="text-muted">and {values.length - 2} more</span>}
    </span>
  )
}
