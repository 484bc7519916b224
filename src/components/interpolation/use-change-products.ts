import { useQueryClient } from '@tanstack/react-query'
import type { ProductChanges } from '#contract/interpolation/interpolation.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { changeProducts } from '~/server/interpolation.functions.ts'
import { undoOf } from './product-edits.ts'

const inWords = (count: number) => `${count} ${count === 1 ? 'product was' : 'products were'} changed.`

/** Changes all of them or none; the snackbar offers to restore the previous values. Throws the service's error. */
export function useChangeProducts() {
  const client = useQueryClient()
  const send = async (items: ProductChanges[]) => {
    try {
      return await changeProducts({ data: { items } })
    } finally {
      void client.invalidateQueries({ queryKey: ['products'] })
      void client.invalidateQueries({ queryKey: ['tags'] })
    }
  }
  const undo = async (items: ProductChanges[]) => {
    try {
      await send(items)
      showSnackbar({ color: 'success', message: 'The changes were undone.' })
    } catch (error) {
      showFailure(error)
    }
  }
  return async (items: ProductChanges[]) => {
    const previous = undoOf((await send(items)).content)
    showSnackbar({
      color: 'success',
      message: inWords(previous.length),
      ...(previous.length > 0 && { action: { label: 'Undo', onClick: () => void undo(previous) } }),
    })
  }
}
