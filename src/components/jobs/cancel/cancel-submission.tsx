import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { cancelSubmission as endpoint } from '#contract/submissions/submissions.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { Ban } from 'lucide-react'
import { CancelDialog } from './cancel-dialog.tsx'
import { refetchJobs } from '~/components/jobs/list/live-jobs.ts'
import { showFailure, showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Button } from '~/components/ui/button.tsx'
import { cancelSubmission } from '~/server/submissions.functions.ts'

/** The owner of a submission or an admin, while jobs are pending or running. The service enforces the same. */
export const mayCancelSubmission = (me: Person, { owner_id, counts }: Submission): boolean =>
  counts.pending + counts.running > 0 && ownerMay(me, endpoint, owner_id)

/** Asks first: what the running ones have computed is lost. */
export function CancelSubmission({ submission }: { submission: Submission }) {
  const { id, counts } = submission
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelSubmission({ data: { id } }),
    onSuccess: showSuccess,
    onError: showFailure,
    onSettled: () => {
      setAsking(false)
      return refetchJobs(client)
    },
  })
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Ban aria-hidden="true" />
        Cancel all remaining
      </Button>
      {asking && (
        <CancelDialog
          count={counts.pending + counts.running}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
