import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlaceGroupVersion } from '#contract/place-group-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { placeGroupName } from '~/components/place-groups/place-group-words.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogClose } from '~/components/ui/dialog.tsx'
import { removePlaceGroup } from '~/server/place-group-changes.functions.ts'

/** Asks for confirmation; the service keeps a version that jobs have used, and the dialog says so. */
export function DeletePlaceGroup({
  version,
  onClose,
  onDeleted,
}: {
  version: PlaceGroupVersion
  onClose: () => void
  onDeleted?: () => void
}) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removePlaceGroup({ data: { id: version.id } }),
    onSuccess: async (answer) => {
      onClose()
      onDeleted?.()
      showSuccess(answer)
      await client.invalidateQueries({ queryKey: ['place-groups', 'list'] })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this version"
      description={`${placeGroupName(version)} and its outlines are removed. A version that jobs have used is kept.`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">Keep it</Button>
          </DialogClose>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete version
          </Button>
        </>
      }
    >
      {remove.isError && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </Dialog>
  )
}
