import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Collection } from '#contract/rasters/collection-list.ts'
import { showFailure, showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { useRemoveFromCache } from '~/components/shell/use-remove-from-cache.ts'
import { Button } from '~/components/ui/button.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { Trash2 } from 'lucide-react'
import { deleteCollection } from '~/server/collections.functions.ts'
import { formatJobCount } from './collection-columns.tsx'

/** Asks for confirmation, and says where the collection is used if it cannot be deleted. */
export function DeleteCollection({ collection: { id, name, jobs } }: { collection: Collection }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const forget = useRemoveFromCache()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => deleteCollection({ data: { id } }),
    onError: showFailure,
    onSuccess: async (answer) => {
      setOpen(false)
      showSuccess(answer)
      await navigate({ to: '/raster/band-collection' })
      forget('collections', id)
      await client.invalidateQueries({ queryKey: ['collections', 'list'] })
    },
  })
  const used = jobs > 0
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      {open && (
        <ConfirmDialog
          title={used ? `${name} is in use` : `Delete ${name}?`}
          description={
            used
              ? `${formatJobCount(jobs)} ${jobs === 1 ? 'job was' : 'jobs were'} run with it. Results name their covariates, so it cannot be deleted.`
              : 'No job was run with it. Its bands stay in the catalog. This cannot be undone.'
          }
          action={used ? undefined : 'Delete the collection'}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          {used && (
            <Link
              to="/modeling/submission"
              search={{ stack_name: [name] }}
              className="text-link underline underline-offset-2"
            >
              Show the submissions that use it
            </Link>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
