import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, idColumn, orNone, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { none } from '~/components/data-table/filters/none.tsx'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { ReportLink } from '~/components/jobs/report-link.tsx'
import { JobFlag, finalBadge } from '~/components/jobs/job-flags.tsx'
import { TagChips } from '~/components/jobs/marks/tag-chips.tsx'
import { Thumbnail } from '~/components/jobs/thumbnail.tsx'
import { formatResolution } from '~/components/rasters/raster-labels.ts'
import { ProductMenu } from './product-menu.tsx'
import { ProductStatus, formatOrigin } from './product-status.tsx'

const column = createAppColumnHelper<Product>()

const text = 'block max-w-48 truncate max-[699px]:max-w-full'

/** Column ids are the contract's sort fields. */
export const productColumns = (actionsOf: (products: readonly Product[]) => readonly RowAction[]) =>
  column.columns([
    column.accessor('title', {
      header: 'Product',
      enableHiding: false,
      meta: { className: 'max-[699px]:col-span-2' },
      cell: ({ row: { original } }) => <Title product={original} />,
    }),
    // The title has what the next four columns have.
    column.accessor('country', {
      header: 'Country',
      meta: { optional: true },
      cell: ({ row: { original } }) => (
        <span title={original.iso3_code} className={text}>
          {original.country}
        </span>
      ),
    }),
    column.accessor('iso3_code', { header: 'Code', meta: { label: 'Country code', optional: true } }),
    column.accessor('target', { header: 'Target', meta: { optional: true } }),
    column.accessor('source', { header: 'Source', meta: { optional: true } }),
    column.accessor('source_wave', { header: 'Wave', meta: { label: 'Source wave', optional: true } }),
    column.accessor('source_date', {
      header: 'Source date',
      meta: { optional: true },
      cell: ({ getValue }) => {
        const date = getValue()
        return date === null ? none : calendarDate(date)
      },
    }),
    column.accessor('round', { header: 'Round', meta: { optional: true } }),
    column.accessor('year', {
      header: 'Year',
      meta: { align: 'right' },
      cell: orNone,
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => <ProductStatus status={getValue()} />,
    }),
    column.accessor('version', { header: 'Version', meta: { optional: true } }),
    column.accessor('final', {
      header: 'Final',
      meta: { optional: true },
      cell: ({ getValue }) => (getValue() ? <JobFlag {...finalBadge(true)} /> : none),
    }),
    column.accessor('resolution_m', {
      header: 'Resolution',
      meta: { align: 'right', optional: true },
      cell: ({ getValue }) => formatResolution(getValue()),
    }),
    column.accessor('tags', {
      header: 'Tags',
      enableSorting: false,
      meta: { optional: true },
      cell: ({ getValue }) => <TagChips tags={getValue()} most={2} />,
    }),
    column.accessor('data_description', {
      header: 'Data description',
      meta: { optional: true },
      cell: ({ getValue }) => (
        <span title={getValue()} className={text}>
          {getValue() || none}
        </span>
      ),
    }),
    column.accessor('created_by', {
      header: 'By',
      meta: { label: 'Catalogued by', optional: true },
      cell: ({ row: { original } }) => original.created_by_name ?? none,
    }),
    column.accessor('created_at', {
      header: 'Catalogued',
      cell: timeCell,
    }),
    column.accessor('job_key', {
      header: 'Key',
      meta: { optional: true },
      cell: ({ getValue }) => <span className="font-mono text-[13px]">{getValue()}</span>,
    }),
    column.accessor('id', idColumn),
    column.display({
      ...actionsColumn,
      cell: ({ row: { original } }) => <ProductMenu product={original} actions={actionsOf([original])} />,
    }),
  ])

function Title({ product }: { product: Product }) {
  return (
    <span className="flex items-center gap-2">
      <Thumbnail size="row" jobKey={product.job_key} drawn />
      <span className="min-w-0">
        <ReportLink
          jobKey={product.job_key}
          className="block max-w-80 truncate font-medium text-link hover:underline max-[1200px]:max-w-56 max-[699px]:max-w-full"
          title={product.title}
        >
          {product.title}
        </ReportLink>
        <span className="block text-xs text-muted">{formatOrigin(product)}</span>
      </span>
    </span>
  )
}
