import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { useRemoveFromCache } from '~/components/shell/use-remove-from-cache.ts'
import { placeGroupName } from './place-group-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { removePlaceGroup } from '~/server/place-groups.functions.ts'

/** Asks for confirmation; the service keeps a version that jobs have used, and the dialog says so. */
export function DeletePlaceGroup({
  version,
  onClose,
  onDeleted,
}: {
  version: PlaceGroupVersion
  onClose: () => void
  onDeleted?: () => Promise<void>
}) {
  const client = useQueryClient()
  const forget = useRemoveFromCache()
  const remove = useMutation({
    mutationFn: () => removePlaceGroup({ data: { id: version.id } }),
    onSuccess: async (answer) => {
      onClose()
      showSuccess(answer)
      await onDeleted?.()
      forget('place-groups', version.id)
      await client.invalidateQueries({ queryKey: ['place-groups', 'list'] })
    },
  })
  return (
    <ConfirmDialog
      title="Delete this version"
      description={`${placeGroupName(version)} and its outlines will be removed. A version that jobs have used cannot be deleted.`}
      action="Delete version"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.isError && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </ConfirmDialog>
  )
}
