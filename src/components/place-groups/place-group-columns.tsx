import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import { changePlaceGroupVersion } from '#contract/places/place-groups.ts'
import { may } from '~/api/may.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, ifAllowed } from '~/components/data-table/columns/usual-columns.tsx'
import { formatLevel } from './place-group-labels.ts'
import { count } from '~/lib/figures.ts'
import { PlaceGroupMenu } from './place-group-menu.tsx'
import { PlaceGroupState } from './place-group-state.tsx'

const column = createAppColumnHelper<PlaceGroupVersion>()

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const placeGroupColumns = (me: Me) =>
  column.columns([
    column.accessor('iso3_code', {
      header: 'Country',
      enableHiding: false,
      cell: ({ row: { original } }) => (
        <Link
          to="/place-groups/$id"
          params={{ id: String(original.id) }}
          className="text-link hover:underline"
        >
          {original.country}
          <span className="sr-only">
            , {formatLevel(original.place_type)}, {original.version}
          </span>
        </Link>
      ),
    }),
    column.accessor('place_type', {
      header: 'Level',
      cell: ({ getValue }) => (
        <>
          {formatLevel(getValue())} <span className="font-mono text-xs text-muted">{getValue()}</span>
        </>
      ),
    }),
    column.accessor('version', { header: 'Version' }),
    column.accessor('places', {
      header: 'Units',
      enableSorting: false,
      meta: { align: 'right' },
      cell: ({ getValue }) => count(getValue()),
    }),
    column.display({
      id: 'state',
      header: 'State',
      meta: { fields: ['is_default', 'active'] },
      cell: ({ row: { original } }) => <PlaceGroupState version={original} />,
    }),
    ...ifAllowed(
      may(me, changePlaceGroupVersion),
      column.display({
        ...actionsColumn,
        cell: ({ row: { original } }) => <PlaceGroupMenu version={original} me={me} />,
      }),
    ),
  ])
