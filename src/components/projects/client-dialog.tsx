import { useQueryClient } from '@tanstack/react-query'
import { type Client } from '#contract/projects/client-list.ts'
import { createClient as contract } from '#contract/projects/clients.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { changeClient, createClient } from '~/server/projects.functions.ts'

/** Creates a client, or renames one. */
export function ClientDialog({ previous, onClose }: { previous?: Client; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { form, onSubmit, others } = useContractForm({
    defaults: { name: previous?.name ?? '' },
    check: (body) => rejectedFields(contract.body, body),
    send: async (_body, _more, { name }) => {
      const { name: saved } = previous
        ? await changeClient({ data: { id: previous.id, name } })
        : await createClient({ data: { name } })
      onClose()
      showSnackbar({
        color: 'success',
        message: previous ? `${previous.name} is now ${saved}.` : `${saved} was created.`,
      })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['clients'] }),
        queryClient.invalidateQueries({ queryKey: ['projects'] }),
      ])
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={previous ? `Rename ${previous.name}` : 'New client'}
    >
      <form noValidate aria-label="Client" className="flex flex-col gap-4" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems labels={{ name: 'Name' }} others={others} />
        </form.AppForm>
        <form.AppField name="name">
          {(field) => (
            <field.TextField
              required
              maxLength={200}
              autoComplete="off"
              label="Name"
              help="Up to 200 characters."
            />
          )}
        </form.AppField>
        <form.AppForm>
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton>{previous ? 'Rename' : 'Create client'}</form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}
