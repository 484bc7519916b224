import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#contract/job-shapes.ts'
import { showFailure } from '~/components/layout/snackbar-outcomes.ts'

export interface Marking {
  jobs: readonly Job[]
  final: boolean
  reason?: string
  /** Final jobs that lose their mark; the person has confirmed it. */
  superseding?: readonly Job[]
}
export type AskedMarking = Marking & Required<Pick<Marking, 'superseding'>>

export const mayBeFinal = (job: Job): boolean => job.status === 'completed' && !job.final

/** Marks at once and offers Undo; if others would lose their mark, calls `onAsk` first. */
export function useMarkFinal(onAsk: (marking: AskedMarking) => void) {
  const client = useQueryClient()
  return useMutation({
    // Loaded when it is needed: every table of jobs would carry it.
    mutationFn: async (marking: Marking) =>
      (await import('./save-final-mark.ts')).saveFinalMark(client, marking, onAsk),
    onError: showFailure,
  })
}
