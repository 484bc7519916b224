import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { type Dataset } from '#contract/rasters/worldpop-list.ts'
import { deleteDataset } from '#contract/rasters/worldpop.ts'
import { failureMessage } from '~/api/api-error.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { showFailure, showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { useRemoveFromCache } from '~/components/shell/use-remove-from-cache.ts'
import { Button } from '~/components/ui/button.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { Trash2 } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { datasetName } from './dataset-labels.ts'
import { datasetUsesQuery, removeDataset } from '~/server/worldpop.functions.ts'

/** The importer and admins may delete a dataset. */
export const mayDelete = (me: Me, { created_by }: Dataset) => ownerMay(me, deleteDataset, created_by)

/** Asks for confirmation, and shows where the dataset's raster is used. */
export function DeleteDataset({
  dataset,
  icon = false,
  onDeleted,
}: {
  dataset: Dataset
  /** In a row of a table. */
  icon?: boolean
  onDeleted?: () => Promise<void>
}) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const forget = useRemoveFromCache()
  const remove = useMutation({
    mutationFn: () => removeDataset({ data: { id: dataset.id } }),
    onSuccess: async (answer) => {
      setOpen(false)
      showSuccess(answer)
      await onDeleted?.()
      forget('worldpop', dataset.id)
      await client.invalidateQueries({ queryKey: ['worldpop'] })
    },
    onError: showFailure,
  })
  return (
    <>
      <Button
        variant={icon ? 'quiet' : 'danger'}
        size={icon ? 'icon' : 'medium'}
        aria-label={icon ? `Delete ${datasetName(dataset)}` : undefined}
        onClick={() => setOpen(true)}
      >
        <Trash2 aria-hidden="true" />
        {!icon && 'Delete dataset'}
      </Button>
      {open && (
        <ConfirmDialog
          title="Delete this dataset"
          description={`${datasetName(dataset)} is removed from the Worldpop Catalog. Its raster stays as asset ${dataset.asset_id}, and everything that uses it keeps working.`}
          action="Delete dataset"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          <UsesOfDataset dataset={dataset} />
        </ConfirmDialog>
      )}
    </>
  )
}

/** Other uses of the dataset's raster. */
export function UsesOfDataset({ dataset }: { dataset: Dataset }) {
  const { data, error, isPending } = useQuery(datasetUsesQuery(dataset.asset_id))
  if (isPending) return <SkeletonLines lines={2} label="Loading its uses" />
  if (error) return <p className="text-muted">{failureMessage(error)}</p>
  const uses = data.content.filter(({ kind, id }) => kind !== 'population' || id !== dataset.id)
  if (uses.length === 0) return <p className="text-muted">Nothing else uses its raster.</p>
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">Where its raster is used</p>
      <ul
        aria-label="Where its raster is used"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
        tabIndex={0}
        className="max-h-48 list-disc overflow-auto pl-5"
      >
        {uses.map(({ kind, id, use }) => (
          <li key={`${kind}-${id}`} className="break-words">
            {use}
          </li>
        ))}
      </ul>
    </div>
  )
}
