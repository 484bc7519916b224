import { Link } from '@tanstack/react-router'
import type { Survey } from '#contract/survey-list.ts'
import { createAppColumnHelper } from '~/components/data-table/app-table.ts'
import { calendarDate } from '~/components/data-table/calendar-date.ts'
import { surveyDate } from '~/components/surveys/survey-words.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { NONE, count } from '~/lib/figures.ts'

const column = createAppColumnHelper<Survey>()
const none = <span className="text-muted">{NONE}</span>

/** Column ids are the contract's sort fields. */
export const surveyColumns = column.columns([
  column.accessor('country', {
    header: 'Country',
    enableHiding: false,
    meta: { label: 'Country' },
    cell: ({ row: { original } }) => (
      <Link
        to="/survey/catalog/survey/$id"
        params={{ id: String(original.id) }}
        className="text-link hover:underline"
      >
        {original.country}
        <span className="sr-only">
          , {original.source} {original.source_wave}, {original.target}
        </span>
      </Link>
    ),
  }),
  column.accessor('source', { header: 'Source', meta: { label: 'Source' } }),
  column.accessor('source_wave', { header: 'Wave', meta: { label: 'Wave' } }),
  column.accessor('source_date', {
    header: 'Date',
    meta: { label: 'Date' },
    cell: ({ row: { original } }) =>
      surveyDate(original) ? (
        <span title={original.source_date ? calendarDate(original.source_date) : 'Year from the wave'}>
          {surveyDate(original)}
        </span>
      ) : (
        none
      ),
  }),
  column.accessor('round', { header: 'Round', meta: { label: 'Round' } }),
  column.accessor('target', {
    header: 'Target',
    meta: { label: 'Target' },
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-2">
        {original.target}
        {original.simulated && <Badge tone="info">Simulated</Badge>}
      </span>
    ),
  }),
  column.accessor('clusters', {
    header: 'Clusters',
    meta: { label: 'Clusters', align: 'right' },
    cell: ({ getValue }) => count(getValue()),
  }),
  column.accessor('households', {
    header: 'Households',
    meta: { label: 'Households', align: 'right' },
    cell: ({ getValue }) => {
      const households = getValue()
      return households === null ? none : count(households)
    },
  }),
  column.accessor('created_by_name', {
    header: 'Imported by',
    enableSorting: false,
    meta: { label: 'Imported by', optional: true },
    cell: ({ getValue }) => getValue() ?? none,
  }),
  column.accessor('created_at', {
    header: 'Imported',
    meta: { label: 'Imported' },
    cell: ({ getValue }) => <RelativeTime iso={getValue()} className="whitespace-nowrap" />,
  }),
  column.accessor('id', {
    header: 'Id',
    meta: { label: 'Id', align: 'right', optional: true },
    cell: ({ getValue }) => <span className="font-mono text-[13px]">{getValue()}</span>,
  }),
])
