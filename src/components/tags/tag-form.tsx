import type { Tag } from '#contract/projects/tag-list.ts'
import { DEFAULT_TAG_COLOUR, TAG_NAME_MAX, tagName } from '#contract/projects/tags.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { pickEdited, useContractForm } from '~/components/form/use-contract-form.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { ColourChoice } from './colour-choice.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { changeTag, createTag } from '~/server/tags.functions.ts'
import { useRefetchTagged } from './use-tag-call.ts'

/** Creates, renames or recolours a tag; a change can be undone. */
export function TagForm({ previous, onClose }: { previous?: Tag; onClose: () => void }) {
  const refetch = useRefetchTagged()
  const undo = ({ id, name, colour }: Tag, edited: ReadonlySet<string>) =>
    void changeTag({ data: { id, ...pickEdited({ name, colour }, edited) } })
      .then(() => showSnackbar({ color: 'success', message: `${name} was restored.` }))
      .then(refetch)
      .catch(showFailure)
  const { form, onSubmit, others } = useContractForm({
    defaults: { name: previous?.name ?? '', colour: previous?.colour ?? DEFAULT_TAG_COLOUR },
    check: (_body, { name }): Record<string, string> =>
      tagName.safeParse(name).success
        ? {}
        : { name: `Enter a name of 1 to ${TAG_NAME_MAX} characters without a comma.` },
    send: async (_body, _more, values, edited) => {
      if (previous && edited.size === 0) return onClose()
      const tag = previous
        ? await changeTag({ data: { id: previous.id, ...pickEdited(values, edited) } })
        : await createTag({ data: values })
      onClose()
      showSnackbar({
        color: 'success',
        message: previous ? `${tag.name} was changed.` : `${tag.name} was created.`,
        ...(previous && { action: { label: 'Undo', onClick: () => undo(previous, edited) } }),
      })
      await refetch()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={previous ? `Change ${previous.name}` : 'New tag'}
    >
      <form noValidate aria-label="Tag" className="flex flex-col gap-4" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems labels={{ name: 'Name' }} others={others} />
        </form.AppForm>
        <form.AppField name="name">
          {(field) => (
            <field.TextField
              required
              maxLength={TAG_NAME_MAX}
              autoComplete="off"
              label="Name"
              help={`Up to ${TAG_NAME_MAX} characters.`}
            />
          )}
        </form.AppField>
        <form.AppField name="colour">
          {(field) => (
            <ColourChoice value={field.state.value} onChange={(colour) => field.handleChange(colour)} />
          )}
        </form.AppField>
        <form.AppForm>
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton>{previous ? 'Save' : 'Create tag'}</form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}
