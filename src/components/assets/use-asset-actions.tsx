import { type ReactNode, useMemo, useState } from 'react'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Asset } from '#contract/rasters/asset-list.ts'
import type { AssetActions } from './asset-menu.tsx'
import { DeleteAssetDialog } from './delete-asset-dialog.tsx'
import type { Processing } from './process/process-dialog.tsx'
import { ProcessDialog } from './process/process-dialog.tsx'

/** An asset's actions, and their dialogs. */
export function useAssetActions(
  me: Person,
  onDeleted?: () => Promise<void>,
): { actions: AssetActions; dialogs: ReactNode } {
  const [processing, setProcessing] = useState<Processing>()
  const [deleting, setDeleting] = useState<Asset>()
  const actions = useMemo(() => ({ me, onProcess: setProcessing, onDelete: setDeleting }), [me])
  return {
    actions,
    dialogs: (
      <>
        {processing && <ProcessDialog {...processing} onClose={() => setProcessing(undefined)} />}
        {deleting && (
          <DeleteAssetDialog asset={deleting} onClose={() => setDeleting(undefined)} onDeleted={onDeleted} />
        )}
      </>
    ),
  }
}
