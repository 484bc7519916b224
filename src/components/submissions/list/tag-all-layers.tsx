import { useQuery } from '@tanstack/react-query'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { TagsDialog } from '~/components/tags/tags-dialog.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { everyJob } from './every-job.ts'

/** Tags every layer of a submission, whatever page or filter its table shows. */
export function TagAllLayers({
  submission: { id, title },
  onClose,
}: {
  submission: Submission
  onClose: () => void
}) {
  const { data, error, isFetching, refetch } = useQuery(jobsQuery(everyJob(id)))
  if (data)
    return (
      <TagsDialog jobs={data.content} submissionId={id} what={`all layers of ${title}`} onClose={onClose} />
    )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Tags of all layers of ${title}`}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={4} label="Loading the layers" />
      )}
    </Dialog>
  )
}
