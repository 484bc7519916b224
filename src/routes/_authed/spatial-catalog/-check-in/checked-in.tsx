import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { RasterFinding } from '#contract/asset-findings.ts'
import { listBands } from '#contract/band-list.ts'
import type { Product } from '#contract/interpolation-shapes.ts'
import { BandPreview } from '~/components/rasters/band-preview.tsx'
import { RasterFindings } from '~/components/rasters/raster-findings.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { bandsQuery } from '~/server/bands.functions.ts'

/** The product on the map, and its links. */
export function CheckedIn({
  product,
  findings,
  onNext,
}: {
  product: Product
  findings: readonly RasterFinding[]
  onNext: () => void
}) {
  const bands = useQuery(bandsQuery(listBands.query.parse({ asset_id: product.asset_id ?? 0, limit: 1 })))
  const band = bands.data?.content[0]
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Alert
        tone="success"
        title={`${product.title} is ${product.status === 'published' ? 'published' : `catalogued as ${product.status}`}`}
      >
        Its key is <code className="font-mono">{product.job_key}</code>.
      </Alert>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/spatial-catalog/report/$jobKey"
          params={{ jobKey: product.job_key }}
          className={buttonClass()}
        >
          Open its report
        </Link>
        <Link
          to="/spatial-catalog"
          search={{ id: [product.id] }}
          className={buttonClass({ variant: 'secondary' })}
        >
          Show it in the Spatial Catalog
        </Link>
        <Button variant="secondary" onClick={onNext}>
          Check in another raster
        </Button>
      </div>
      {findings.length > 0 && <RasterFindings label="Warnings" findings={findings} />}
      {bands.error && !bands.data && (
        <ErrorState error={bands.error} onRetry={() => void bands.refetch()} busy={bands.isFetching} />
      )}
      {bands.isPending && <SkeletonLines lines={6} label="Loading the map" />}
      {band && <BandPreview band={band} />}
    </div>
  )
}
