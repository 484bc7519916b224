import { useMutation } from '@tanstack/react-query'
import type { SavedView } from '#contract/lists/saved-views.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { deleteView } from '~/server/saved-views.functions.ts'

export function DeleteView({
  view: { id, name, shared },
  onDeleted,
  onClose,
}: {
  view: SavedView
  onDeleted: () => Promise<void>
  onClose: () => void
}) {
  const remove = useMutation({
    mutationFn: () => deleteView({ data: { id } }),
    onSuccess: async (answer) => {
      onClose()
      showSuccess(answer)
      await onDeleted()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ‘${name}’?`}
      description={
        shared
          ? 'Everyone loses this view. Links to it keep working, because they hold the filters.'
          : 'Links to it keep working, because they hold the filters.'
      }
      action="Delete view"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.isError && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </ConfirmDialog>
  )
}
