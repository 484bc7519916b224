import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'

/** Everything that shows tags is read again: the list, layers and products. */
export function useRefetchTagged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(['tags', 'jobs', 'interpolation'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** A call that cannot be undone: its answer is shown, and the dialog closes. */
export function useTagCall<I>(call: (input: I) => Promise<{ msg: string }>, onClose: () => void) {
  const refetch = useRefetchTagged()
  return useMutation({
    mutationFn: call,
    onSuccess: async (answer) => {
      onClose()
      showSuccess(answer)
      await refetch()
    },
  })
}
