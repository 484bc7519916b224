import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import type { FinalMarking, Marking } from './marking.ts'
import { saveFinalMark } from './save-final-mark.ts'

/** Marks at once and offers Undo; if others would lose their mark or a check failed, calls `onAsk` first. */
export function useMarkFinal(onAsk: (marking: FinalMarking) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (marking: Marking) => saveFinalMark(client, marking, onAsk),
    onError: showFailure,
  })
}
