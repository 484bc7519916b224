import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Asset } from '#contract/rasters/asset-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { useRemoveFromCache } from '~/components/shell/use-remove-from-cache.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { assetUsesQuery, deleteAsset } from '~/server/assets.functions.ts'
import { AssetUses } from './asset-uses.tsx'

/**
 * Asks for confirmation before an asset is permanently deleted; one that is in use stays, and the dialog says where it
 * is used.
 */
export function DeleteAssetDialog({
  asset,
  onClose,
  onDeleted,
}: {
  asset: Asset
  onClose: () => void
  onDeleted?: () => Promise<void>
}) {
  const client = useQueryClient()
  const forget = useRemoveFromCache()
  const uses = useQuery({ ...assetUsesQuery(asset.id), staleTime: 0 })
  const used = (uses.data?.totalElements ?? 0) > 0
  const remove = useMutation({
    mutationFn: () => deleteAsset({ data: { id: asset.id } }),
    onSuccess: async (answer) => {
      showSuccess(answer)
      onClose()
      await onDeleted?.()
      forget('assets', asset.id)
      for (const { id } of asset.bands) forget('bands', id)
      await refetchRasters(client)
    },
    // Something may have started to use it in the meantime.
    onError: () => uses.refetch(),
  })
  return (
    <ConfirmDialog
      title={used ? `${asset.name} is in use` : `Delete ${asset.name}?`}
      description={
        used
          ? 'You can delete it once nothing uses it.'
          : 'The file and its bands are removed for good. This cannot be undone.'
      }
      action={used ? undefined : 'Delete the asset'}
      busy={remove.isPending}
      disabled={!uses.isSuccess}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {uses.isPending && <SkeletonLines lines={2} label="Checking where it is used" />}
      {uses.isError && <Alert tone="error">{failureMessage(uses.error)}</Alert>}
      {used && uses.data && <AssetUses uses={uses.data.content} total={uses.data.totalElements} />}
      {remove.isError && !used && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </ConfirmDialog>
  )
}
