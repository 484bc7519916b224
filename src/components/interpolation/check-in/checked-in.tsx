import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { BandPreview } from '~/components/rasters/band-preview.tsx'
import { RasterFindings } from '~/components/rasters/uploads/raster-findings.tsx'
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
      {product.asset_id !== null && <OnMap assetId={product.asset_id} />}
    </div>
  )
}

function OnMap({ assetId }: { assetId: number }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(
    bandsQuery(listBands.query.parse({ asset_id: assetId, limit: 1 })),
  )
  const band = data?.content[0]
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (isPending) return <SkeletonLines lines={6} label="Loading the map" />
  return band && <BandPreview band={band} />
}
