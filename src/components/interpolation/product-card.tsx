import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { JobFlag, finalBadge } from '~/components/jobs/job-flags.tsx'
import { ReportLink } from '~/components/jobs/report-link.tsx'
import { Thumbnail } from '~/components/jobs/thumbnail.tsx'
import { ProductMenu } from './product-menu.tsx'
import { ProductStatus, formatOrigin } from './product-status.tsx'

/** A product in the gallery. */
export function ProductCard({ product, actions }: { product: Product; actions: readonly RowAction[] }) {
  return (
    <>
      <Thumbnail size="card" jobKey={product.job_key} drawn place={product.country} />
      <ReportLink className="gallery-title" jobKey={product.job_key}>
        {product.title}
      </ReportLink>
      <span className="text-muted">
        {product.country} · {formatOrigin(product)}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ProductStatus status={product.status} />
        {product.final && <JobFlag {...finalBadge(true)} />}
      </span>
      <span className="absolute top-1 right-1 rounded bg-raised">
        <ProductMenu product={product} actions={actions} />
      </span>
    </>
  )
}
