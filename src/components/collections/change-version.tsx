import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Collection } from '#contract/rasters/collection-list.ts'
import type { CollectionVersion } from '#contract/rasters/collection-versions.ts'
import { showFailure, showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { deleteCollectionVersion, restoreCollectionVersion } from '~/server/collections.functions.ts'

export interface VersionChange {
  kind: 'restore' | 'delete'
  version: CollectionVersion
}

/** Asks for confirmation, then restores or deletes a version. */
export function ChangeVersion({
  collection: { id, version: current },
  change: { kind, version: target },
  onClose,
}: {
  collection: Collection
  change: VersionChange
  onClose: () => void
}) {
  const client = useQueryClient()
  const { version } = target
  const send = async () => {
    if (kind === 'delete') return deleteCollectionVersion({ data: { id, version } })
    const restoration = await restoreCollectionVersion({ data: { id, version, current_version: current } })
    return { msg: `Version ${version} was restored as version ${restoration.version}.` }
  }
  const mutation = useMutation({
    mutationFn: send,
    onError: showFailure,
    onSuccess: showSuccess,
    onSettled: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['collections'] })
    },
  })
  const names = target.bands.map(({ name }) => name).join(', ')
  return kind === 'restore' ? (
    <ConfirmDialog
      title={`Restore version ${version}?`}
      description={`A new version gets the bands ${names}. Jobs keep the versions that they were submitted with.`}
      keep="Cancel"
      action="Restore it"
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog
      title={`Delete version ${version}?`}
      description={`No job was run with it. Its bands stay in the catalog: ${names}. This cannot be undone.`}
      action="Delete the version"
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    />
  )
}
