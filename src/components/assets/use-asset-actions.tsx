import { type ReactNode, useMemo, useState } from 'react'
import type { Person } from '#contract/accounts.ts'
import type { Asset } from '#contract/asset-list.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import type { AssetActions } from './asset-menu.tsx'
import { DeleteAssetDialog } from './delete-asset-dialog.tsx'
import { ProcessForm } from './process-form.tsx'

/** An asset's actions, and their dialogs. */
export function useAssetActions(
  me: Person,
  onDeleted?: () => void,
): { actions: AssetActions; dialogs: ReactNode } {
  const [processing, setProcessing] = useState<Asset>()
  const [deleting, setDeleting] = useState<Asset>()
  const actions = useMemo(() => ({ me, onProcess: setProcessing, onDelete: setDeleting }), [me])
  return {
    actions,
    dialogs: (
      <>
        {processing && <ProcessDialog asset={processing} onClose={() => setProcessing(undefined)} />}
        {deleting && (
          <DeleteAssetDialog asset={deleting} onClose={() => setDeleting(undefined)} onDeleted={onDeleted} />
        )}
      </>
    ),
  }
}

export function ProcessDialog({ asset, onClose }: { asset?: Asset; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={asset ? `Process ${asset.name}` : 'Process a raster'}
      description="One band is brought to the reference grid (EPSG:4326, 30 arc-seconds, nodata set, Cloud-Optimized) as an asset of its own."
    >
      <ProcessForm asset={asset} />
    </Dialog>
  )
}
