import { Link } from '@tanstack/react-router'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { idColumn, orNone, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { none } from '~/components/data-table/filters/none.tsx'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import { surveyDate } from './survey-labels.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { count } from '~/lib/figures.ts'

const column = createAppColumnHelper<Survey>()

/** Column ids are the contract's sort fields. */
export const surveyColumns = column.columns([
  column.accessor('country', {
    header: 'Country',
    enableHiding: false,
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
  column.accessor('source', { header: 'Source' }),
  column.accessor('source_wave', { header: 'Wave' }),
  column.accessor('source_date', {
    header: 'Date',
    cell: ({ row: { original } }) =>
      surveyDate(original) ? (
        <span title={original.source_date ? calendarDate(original.source_date) : 'Year from the wave'}>
          {surveyDate(original)}
        </span>
      ) : (
        none
      ),
  }),
  column.accessor('round', { header: 'Round' }),
  column.accessor('target', {
    header: 'Target',
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-2">
        {original.target}
        {original.simulated && <Badge tone="info">Simulated</Badge>}
      </span>
    ),
  }),
  column.accessor('clusters', {
    header: 'Clusters',
    meta: { align: 'right' },
    cell: ({ getValue }) => count(getValue()),
  }),
  column.accessor('households', {
    header: 'Households',
    meta: { align: 'right' },
    cell: ({ getValue }) => {
      const households = getValue()
      return households === null ? none : count(households)
    },
  }),
  column.accessor('created_by_name', {
    header: 'Imported by',
    enableSorting: false,
    meta: { optional: true },
    cell: orNone,
  }),
  column.accessor('created_at', {
    header: 'Imported',
    cell: timeCell,
  }),
  column.accessor('id', idColumn),
])
