import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ProductStatus, formatOrigin } from '~/components/interpolation/product-status.tsx'
import { Thumbnail } from '~/components/jobs/thumbnail.tsx'
import { Card } from '~/components/ui/card.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { productsQuery } from '~/server/interpolation.functions.ts'

const MOST = 50

/** Products of the same country, target, source, wave and round, the newest first. */
const versionsQuery = ({ iso3_code, target, source, source_wave, round }: Product) =>
  productsQuery(
    listProducts.query.parse({
      iso3_code: [iso3_code],
      target: [target],
      source: [source],
      source_wave: [source_wave],
      round: [round],
      limit: MOST,
    }),
  )

export function ProductVersions({ product }: { product: Product }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...versionsQuery(product),
    placeholderData: undefined,
  })
  const others = data?.content.filter(({ id }) => id !== product.id) ?? []
  return (
    <Card title="Versions" anchor="versions">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonLines label="Loading the versions" />
      ) : others.length === 0 ? (
        <p className="text-muted">
          Version {product.version} is the only product of this country, target, source, wave and round.
        </p>
      ) : (
        <>
          <ul aria-label="Versions" className="flex flex-col divide-y">
            {data.content.map((one) => (
              <Version key={one.id} product={one} current={one.id === product.id} />
            ))}
          </ul>
          {data.totalElements > MOST && (
            <p className="text-muted">
              The {MOST} newest of {data.totalElements.toLocaleString('en')}.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

function Version({ product, current }: { product: Product; current: boolean }) {
  const { job_key: jobKey, title, version, status, created_at } = product
  return (
    <li aria-current={current || undefined} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Thumbnail size="row" jobKey={jobKey} drawn />
      <span className="min-w-0 flex-[1_1_12rem] break-words">
        {current ? (
          <span className="font-medium">{title}, shown here</span>
        ) : (
          <Link
            to="/spatial-catalog/report/$jobKey"
            params={{ jobKey }}
            className="text-link underline-offset-2 hover:underline"
          >
            {title}
          </Link>
        )}{' '}
        <span className="text-muted">
          Version {version} · {formatOrigin(product)}
        </span>
      </span>
      <ProductStatus status={status} />
      <RelativeTime iso={created_at} className="tabular whitespace-nowrap text-muted" />
    </li>
  )
}
