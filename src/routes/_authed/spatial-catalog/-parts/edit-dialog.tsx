import { useState } from 'react'
import { PRODUCT_STATUSES, type Product } from '#contract/interpolation-shapes.ts'
import { productChanges } from '#contract/interpolation.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogClose } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { Select } from '~/components/ui/select.tsx'
import { Textarea } from '~/components/ui/textarea.tsx'
import { EditPreview } from './edit-preview.tsx'
import { type Edits, itemsOf, previewOf } from './product-edits.ts'
import { STATUS_WORDS } from './product-filters.ts'
import { useChangeProducts } from './use-change-products.ts'

/** Changes many products at once: all changes are previewed before anything is sent. */
export function EditDialog({ products, onClose }: { products: readonly Product[]; onClose: () => void }) {
  const [one] = products.length === 1 ? products : []
  const [entered, setEntered] = useState(() => ({
    title: one?.title ?? '',
    data_description: one?.data_description ?? '',
    status: one?.status ?? '',
    version: one?.version ?? '',
    tags: one?.tags.map(({ name }) => name).join(', ') ?? '',
  }))
  const change = useChangeProducts(onClose)
  const edits = editsOf(entered, one !== undefined)
  const previews = previewOf(products, edits)
  const problem = problemOf(edits)
  const set = (field: keyof typeof entered) => (event: { target: { value: string } }) =>
    setEntered((now) => ({ ...now, [field]: event.target.value }))
  const unset = one ? undefined : 'Leave empty to keep the current value'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={one ? `Edit ${one.title}` : `Edit ${products.length} products`}
      description="All of the changes are made, or none."
      className="w-[min(48rem,calc(100vw-2rem))]!"
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">Cancel</Button>
          </DialogClose>
          <Button
            busy={change.isPending}
            disabled={previews.length === 0 || problem !== undefined}
            onClick={() => change.mutate(itemsOf(previews, edits))}
          >
            {`Change ${previews.length} ${previews.length === 1 ? 'product' : 'products'}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 min-[700px]:grid-cols-2">
        {one && (
          <Field label="Title" className="min-[700px]:col-span-2">
            {(tied) => <Input {...tied} maxLength={300} value={entered.title} onChange={set('title')} />}
          </Field>
        )}
        <Field label="Status">
          {(tied) => (
            <Select {...tied} value={entered.status} onChange={set('status')}>
              {!one && <option value="">Keep the current status</option>}
              {PRODUCT_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {STATUS_WORDS[status]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Version" help={unset}>
          {(tied) => <Input {...tied} maxLength={50} value={entered.version} onChange={set('version')} />}
        </Field>
        <Field
          label="Tags"
          help={
            one
              ? 'Separated by commas.'
              : 'Separated by commas. They replace the current tags; leave empty to keep those.'
          }
          className="min-[700px]:col-span-2"
        >
          {(tied) => <Input {...tied} value={entered.tags} onChange={set('tags')} />}
        </Field>
        <Field label="Data description" help={unset} className="min-[700px]:col-span-2">
          {(tied) => (
            <Textarea
              {...tied}
              maxLength={5000}
              value={entered.data_description}
              onChange={set('data_description')}
            />
          )}
        </Field>
      </div>
      {problem && (
        <p role="alert" className="text-error">
          {problem}
        </p>
      )}
      <EditPreview previews={previews} untouched={products.length - previews.length} />
    </Dialog>
  )
}

/** For several products an empty field means 'unchanged'; for one it means empty, if that is allowed. */
function editsOf(entered: Record<keyof Edits, string>, single: boolean): Edits {
  const tags = entered.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
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

function problemOf(edits: Edits): string | undefined {
  const parsed = productChanges.safeParse({ id: 1, ...edits })
  const at = parsed.error?.issues[0]?.path[0]
  if (at === undefined) return undefined
  if (at === 'tags') return 'At most 20 tags of up to 50 characters, without commas.'
  return at === 'title' ? 'The title needs 1 to 300 characters.' : 'The version needs 1 to 50 characters.'
}
