import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '~/components/layout/snackbar-outcomes.ts'

/** A call that changes a person: reports failures, and reloads the lists of people. */
export function usePersonCall<V, A>(send: (values: V) => Promise<A>, onDone?: (answer: A) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: showFailure,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['people'] }),
        client.invalidateQueries({ queryKey: ['users'] }),
      ]),
  })
}
