import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useId, useState } from 'react'
import { listBands } from '#contract/band-list.ts'
import { newCollection } from '#contract/collections.ts'
import type { Product } from '#contract/interpolation-shapes.ts'
import { failureMessage } from '~/api/api-error.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogClose } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { bandsQuery } from '~/server/bands.functions.ts'
import { createCustomStack } from '~/server/interpolation.functions.ts'

/** Creates a band collection from the bands of checked-in rasters. */
export function StackDialog({ products, onClose }: { products: readonly Product[]; onClose: () => void }) {
  const form = useId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const found = useQueries({
    queries: products.map(({ asset_id }) =>
      bandsQuery(listBands.query.parse({ asset_id: asset_id ?? 0, limit: 100 })),
    ),
  })
  const loading = found.some(({ isPending }) => isPending)
  const failed = found.find(({ error }) => error)?.error
  const bands = found.flatMap(({ data }) => data?.content.map((band) => band.name) ?? [])
  const valid = newCollection.shape.name.safeParse(name).success
  const create = useMutation({
    mutationFn: () => createCustomStack({ data: { name: name.trim(), description: '', bands } }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['collections'] })
      await navigate({ to: '/raster/band-collection/$id', params: { id: String(id) } })
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (valid) create.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Custom stack"
      description="A band collection of these rasters. All bands must be on one grid."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} busy={create.isPending} disabled={loading || bands.length === 0}>
            Create stack
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          required
          error={tried && !valid ? 'Enter a name of 1 to 200 characters.' : undefined}
        >
          {(tied) => (
            <Input
              {...tied}
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {create.error && <Alert tone="error">{failureMessage(create.error)}</Alert>}
        {failed && <Alert tone="error">{failureMessage(failed)}</Alert>}
        {loading ? (
          <SkeletonLines lines={3} label="Loading the bands" />
        ) : (
          <ol
            aria-label="Bands, in order"
            className="max-h-56 list-decimal overflow-auto rounded border py-1 pr-3 pl-9"
          >
            {bands.map((band) => (
              <li key={band} className="py-0.5 break-words">
                {band}
              </li>
            ))}
          </ol>
        )}
      </form>
    </Dialog>
  )
}
