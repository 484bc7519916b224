import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Project } from '#contract/projects/project-list.ts'
import { changeProject } from '#contract/projects/projects.ts'
import { may } from '~/api/may.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import {
  actionsColumn,
  idColumn,
  ifAllowed,
  timeCell,
} from '~/components/data-table/columns/usual-columns.tsx'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import { none } from '~/components/data-table/filters/none.tsx'
import { count } from '~/lib/figures.ts'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectStatus } from './project-status.tsx'

const column = createAppColumnHelper<Project>()
const day = (date: string | null) =>
  date === null ? none : <span className="whitespace-nowrap">{calendarDate(date)}</span>

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const projectColumns = (me: Me) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      enableHiding: false,
      cell: ({ row: { original } }) => (
        <Link
          to="/projects/$id"
          params={{ id: String(original.id) }}
          title={original.name}
          className="block max-w-72 truncate font-medium text-link hover:underline max-[699px]:max-w-full"
        >
          {original.name}
        </Link>
      ),
    }),
    column.accessor('client_name', {
      header: 'Client',
      cell: ({ getValue }) => {
        const name = getValue()
        return name === null ? (
          none
        ) : (
          <span className="block max-w-56 truncate max-[699px]:max-w-full" title={name}>
            {name}
          </span>
        )
      },
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => <ProjectStatus status={getValue()} />,
    }),
    column.accessor('start_date', {
      header: 'Start',
      cell: ({ getValue }) => day(getValue()),
    }),
    column.accessor('end_date', {
      header: 'End',
      cell: ({ getValue }) => day(getValue()),
    }),
    column.accessor('members', {
      header: 'Members',
      enableSorting: false,
      cell: ({ getValue }) => {
        const names = getValue().map(({ name }) => name)
        return names.length === 0 ? (
          none
        ) : (
          <span className="block max-w-56 truncate max-[699px]:max-w-full" title={names.join(', ')}>
            {names.join(', ')}
          </span>
        )
      },
    }),
    column.accessor('submissions', {
      header: 'Submissions',
      enableSorting: false,
      meta: { align: 'right' },
      cell: ({ getValue }) => count(getValue()),
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { optional: true },
      cell: timeCell,
    }),
    column.accessor('id', idColumn),
    ...ifAllowed(
      may(me, changeProject),
      column.display({
        ...actionsColumn,
        cell: ({ row: { original } }) => <ProjectMenu project={original} me={me} />,
      }),
    ),
  ])
