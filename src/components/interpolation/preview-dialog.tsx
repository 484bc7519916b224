import { useQuery } from '@tanstack/react-query'
import { listBands } from '#contract/rasters/band-list.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { BandPreview } from '~/components/rasters/band-preview.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { bandsQuery } from '~/server/bands.functions.ts'

/** A checked-in raster on the map. */
export function PreviewDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(
    bandsQuery(listBands.query.parse({ asset_id: product.asset_id ?? 0, limit: 1 })),
  )
  const band = data?.content[0]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={product.title}
      className="w-[min(64rem,calc(100vw-2rem))]!"
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <SkeletonLines lines={6} label="Loading the raster" />}
      {data && !band && <p className="text-muted">Its band is no longer in the catalog.</p>}
      {band && <BandPreview band={band} />}
    </Dialog>
  )
}
