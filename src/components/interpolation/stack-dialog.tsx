import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listBands } from '#contract/rasters/band-list.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { newCollection } from '#contract/rasters/collections.ts'
import { failureMessage } from '~/api/api-error.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { bandsQuery } from '~/server/bands.functions.ts'
import { createCustomStack } from '~/server/interpolation.functions.ts'

const named = newCollection.pick({ name: true })

/** Creates a band collection from the bands of checked-in rasters. */
export function StackDialog({ products, onClose }: { products: readonly Product[]; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const queries = useQueries({
    queries: products.map(({ asset_id }) =>
      bandsQuery(listBands.query.parse({ asset_id: asset_id ?? 0, limit: 100 })),
    ),
  })
  const loading = queries.some(({ isPending }) => isPending)
  const failed = queries.find(({ error }) => error)?.error
  const bands = queries.flatMap(({ data }) => data?.content.map((band) => band.name) ?? [])
  const { form, others, onSubmit } = useContractForm({
    defaults: { name: '' },
    check: (body) => rejectedFields(named, body, { name: 'Enter a name of 1 to 200 characters.' }),
    send: async (_, __, { name }) => {
      const { id } = await createCustomStack({ data: { name: name.trim(), description: '', bands } })
      await client.invalidateQueries({ queryKey: ['collections'] })
      await navigate({ to: '/raster/band-collection/$id', params: { id: String(id) } })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Custom stack"
      description="A band collection of these rasters. All bands must be on one grid."
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <form.AppForm>
          <form.FormProblems
            labels={{ name: 'Name' }}
            others={others}
            record={products.map(({ id }) => id).join(' ')}
          />
          <form.AppField name="name">
            {(field) => (
              <field.TextField
                label="Name"
                required
                maxLength={200}
                autoComplete="off"
                help="Up to 200 characters."
              />
            )}
          </form.AppField>
          {failed && <Alert tone="error">{failureMessage(failed)}</Alert>}
          {loading ? (
            <SkeletonLines lines={3} label="Loading the bands" />
          ) : (
            <ol
              aria-label="Bands, in order"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
              tabIndex={0}
              className="max-h-56 list-decimal overflow-auto rounded border py-1 pr-3 pl-9"
            >
              {bands.map((band) => (
                <li key={band} className="py-0.5 break-words">
                  {band}
                </li>
              ))}
            </ol>
          )}
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton disabled={loading || bands.length === 0}>Create stack</form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}
