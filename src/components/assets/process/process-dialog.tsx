import { useQuery } from '@tanstack/react-query'
import type { Asset, Recipe } from '#contract/rasters/asset-list.ts'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { assetQuery } from '~/server/assets.functions.ts'
import { ProcessForm } from './process-form.tsx'

export interface Processing {
  /** The rasters to process; none: one is chosen in the dialog. */
  assets?: readonly Asset[]
  /** A processed raster, whose recipe fills the form. */
  again?: Asset
}

export function ProcessDialog({ assets = [], again, onClose }: Processing & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(assets, again)}
      description="Bands are resampled to the reference grid (EPSG:4326, 30 arc-seconds) or to the grid of a collection, each as a new asset. The originals stay unchanged."
    >
      {again?.recipe ? <AgainForm asset={again} recipe={again.recipe} /> : <ProcessForm assets={assets} />}
    </Dialog>
  )
}

function titleOf([first, ...others]: readonly Asset[], again: Asset | undefined): string {
  if (again) return `Process again: ${again.name}`
  if (!first) return 'Process a raster'
  return others.length > 0 ? `Process ${others.length + 1} rasters` : `Process ${first.name}`
}

/** The form with a recipe in it, once the raster that it begins with is loaded. */
function AgainForm({ asset, recipe }: { asset: Asset; recipe: Recipe }) {
  const { data, error, refetch, isFetching } = useQuery(assetQuery(recipe.asset_id))
  if (data) {
    // The name of a rejected result is still free.
    const name = asset.status === 'rejected' ? recipe.name : nextName(recipe.name)
    return <ProcessForm assets={[data]} recipe={{ ...recipe, name }} />
  }
  if (!error) return <SkeletonLines lines={4} label="Loading the raster" />
  return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
}

/** 'rain_30s' → 'rain_30s_v2' → 'rain_30s_v3'. */
function nextName(name: string): string {
  const [, stem, number] = /^(.*?)(?:_v(\d+))?$/.exec(name)!
  return `${stem}_v${Number(number ?? 1) + 1}`
}
