import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'

/** Reloads the lists of people. */
export function useRefetchPeople() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['people'] }),
      client.invalidateQueries({ queryKey: ['users'] }),
    ])
}

/** A call that changes a person: reports failures, and reloads the lists of people. */
export function usePersonCall<V, A>(send: (values: V) => Promise<A>, onDone?: (answer: A) => void) {
  const refetch = useRefetchPeople()
  return useMutation({ mutationFn: send, onSuccess: onDone, onError: showFailure, onSettled: refetch })
}
