import {
  type SavedView,
  VIEW_NAME_MAX,
  type ViewQuery,
  createView as contract,
} from '#contract/lists/saved-views.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { changeView, createView } from '~/server/saved-views.functions.ts'

/** Saves the table as a new view, or renames one. */
export function ViewDialog({
  list,
  query,
  previous,
  mayShare,
  onSaved,
  onClose,
}: {
  list: string
  query: ViewQuery
  previous: SavedView | undefined
  mayShare: boolean
  onSaved: (view: SavedView) => Promise<void>
  onClose: () => void
}) {
  const { form, onSubmit, others } = useContractForm({
    defaults: { name: previous?.name ?? '', shared: false },
    check: ({ name }) => rejectedFields(contract.body, { list, query, name }),
    send: async (_body, _more, { name, shared }) => {
      const saved = previous
        ? await changeView({ data: { id: previous.id, name } })
        : await createView({ data: { list, query, name, shared } })
      onClose()
      showSnackbar({
        color: 'success',
        message: previous ? `‘${previous.name}’ is now ‘${saved.name}’.` : `‘${saved.name}’ is saved.`,
      })
      await onSaved(saved)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={previous ? `Rename ‘${previous.name}’` : 'Save as new view'}
      description={
        previous ? undefined : 'A view keeps the filters, the sort, the columns and the rows per page.'
      }
    >
      <form noValidate aria-label="View" className="flex flex-col gap-4" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems labels={{ name: 'Name' }} others={others} />
        </form.AppForm>
        <form.AppField name="name">
          {(field) => (
            <field.TextField
              required
              maxLength={VIEW_NAME_MAX}
              autoComplete="off"
              label="Name"
              help={`Up to ${VIEW_NAME_MAX} characters.`}
            />
          )}
        </form.AppField>
        {!previous && mayShare && (
          <form.AppField name="shared">
            {(field) => <field.CheckField label="Share with everyone" />}
          </form.AppField>
        )}
        <form.AppForm>
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton>{previous ? 'Rename' : 'Save view'}</form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}
