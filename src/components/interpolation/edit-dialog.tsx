import { useSelector } from '@tanstack/react-form'
import { PRODUCT_STATUSES, type Product } from '#contract/interpolation/interpolation-shapes.ts'
import { productChanges } from '#contract/interpolation/interpolation.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { EditPreview } from './edit-preview.tsx'
import { EDIT_LABELS, type Edits, itemsOf, previewOf } from './product-edits.ts'
import { STATUS_WORDS } from './product-filters.ts'
import { tagNames } from './tag-names.ts'
import { useChangeProducts } from './use-change-products.ts'

const statuses = PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))
const changes = productChanges.omit({ id: true })
const WRONG = {
  title: 'The title needs 1 to 300 characters.',
  version: 'The version needs 1 to 50 characters.',
  tags: 'At most 20 tags of up to 50 characters, without commas.',
}

/** Changes many products at once: all changes are previewed before anything is sent. */
export function EditDialog({ products, onClose }: { products: readonly Product[]; onClose: () => void }) {
  const [one] = products.length === 1 ? products : []
  const single = one !== undefined
  const change = useChangeProducts()
  const { form, others, onSubmit } = useContractForm({
    defaults: {
      title: one?.title ?? '',
      data_description: one?.data_description ?? '',
      status: one?.status ?? '',
      version: one?.version ?? '',
      tags: one?.tags.map(({ name }) => name).join(', ') ?? '',
    },
    check: (_, values) => rejectedFields(changes, { ...editsOf(values, single) }, WRONG),
    send: async (_, __, values) => {
      const edits = editsOf(values, single)
      await change(itemsOf(previewOf(products, edits), edits))
      onClose()
    },
  })
  const entered = useSelector(form.store, ({ values }) => values)
  const previews = previewOf(products, editsOf(entered, single))
  const unset = one ? undefined : 'Leave empty to keep the current value'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={one ? `Edit ${one.title}` : `Edit ${products.length} products`}
      description="Either all changes are made or none."
      className="w-[min(48rem,calc(100vw-2rem))]!"
    >
      <form noValidate className="flex min-w-0 flex-col gap-4" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems
            labels={EDIT_LABELS}
            others={others}
            record={products.map(({ id }) => id).join(' ')}
          />
          <div className="grid gap-3 min-[700px]:grid-cols-2">
            {one && (
              <form.AppField name="title">
                {(field) => (
                  <field.TextField
                    label={EDIT_LABELS.title}
                    maxLength={300}
                    className="min-[700px]:col-span-2"
                  />
                )}
              </form.AppField>
            )}
            <form.AppField name="status">
              {(field) => (
                <field.SelectField
                  label={EDIT_LABELS.status}
                  options={one ? statuses : [{ value: '', label: 'Keep the current status' }, ...statuses]}
                />
              )}
            </form.AppField>
            <form.AppField name="version">
              {(field) => <field.TextField label={EDIT_LABELS.version} help={unset} maxLength={50} />}
            </form.AppField>
            <form.AppField name="tags">
              {(field) => (
                <field.TextField
                  label={EDIT_LABELS.tags}
                  help={
                    one
                      ? 'Separated by commas.'
                      : 'Separated by commas. They replace the current tags; leave empty to keep those.'
                  }
                  className="min-[700px]:col-span-2"
                />
              )}
            </form.AppField>
            <form.AppField name="data_description">
              {(field) => (
                <field.TextAreaField
                  label={EDIT_LABELS.data_description}
                  help={unset}
                  maxLength={5000}
                  className="min-[700px]:col-span-2"
                />
              )}
            </form.AppField>
          </div>
          <EditPreview previews={previews} untouched={products.length - previews.length} />
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton disabled={previews.length === 0}>
              {`Change ${previews.length} ${previews.length === 1 ? 'product' : 'products'}`}
            </form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}

/** For several products an empty field means 'unchanged'; for one it means empty, if that is allowed. */
function editsOf(entered: Record<keyof Edits, string>, single: boolean): Edits {
  const tags = tagNames(entered.tags)
  return {
    ...(single && { title: entered.title.trim() }),
    ...((single || entered.data_description.trim() !== '') && {
      data_description: entered.data_description.trim(),
    }),
    ...(entered.status !== '' && { status: entered.status as Product['status'] }),
    ...((single || entered.version.trim() !== '') && { version: entered.version.trim() }),
    ...((single || tags.length > 0) && { tags }),
  }
}
