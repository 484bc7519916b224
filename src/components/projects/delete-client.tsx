import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Client } from '#contract/projects/client-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { deleteClient } from '~/server/projects.functions.ts'

/** Asks for confirmation; the service keeps a client that has projects, and the dialog says so. */
export function DeleteClient({ client: { id, name }, onClose }: { client: Client; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteClient({ data: { id } }),
    onSuccess: async (answer) => {
      onClose()
      showSuccess(answer)
      await queryClient.invalidateQueries({ queryKey: ['clients'] })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      description="A client that has projects cannot be deleted. Deleting cannot be undone."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete client
          </Button>
        </>
      }
    >
      {remove.isError && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </Dialog>
  )
}
