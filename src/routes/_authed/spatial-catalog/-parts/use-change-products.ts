import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProductChanges } from '#contract/interpolation.ts'
import { showFailure } from '~/components/layout/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { changeProducts } from '~/server/interpolation.functions.ts'
import { undoOf } from './product-edits.ts'

const told = (count: number) => `${count} ${count === 1 ? 'product was' : 'products were'} changed.`

/** Changes all of them or none; the snackbar offers to restore the previous values. */
export function useChangeProducts(onDone: () => void) {
  const client = useQueryClient()
  const refetch = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['products'] }),
      client.invalidateQueries({ queryKey: ['tags'] }),
    ])
  const send = (items: ProductChanges[]) => changeProducts({ data: { items } })
  const undo = async (items: ProductChanges[]) => {
    try {
      await send(items)
      showSnackbar({ color: 'success', message: 'The changes were undone.' })
    } catch (error) {
      showFailure(error)
    }
    await refetch()
  }
  return useMutation({
    mutationFn: send,
    onSuccess: ({ content }) => {
      const previous = undoOf(content)
      showSnackbar({
        color: 'success',
        message: told(previous.length),
        ...(previous.length > 0 && { action: { label: 'Undo', onClick: () => void undo(previous) } }),
      })
      onDone()
    },
    onError: showFailure,
    onSettled: refetch,
  })
}
