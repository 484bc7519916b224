import { Ban, CircleX, TriangleAlert } from 'lucide-react'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { StatusBadge } from '~/components/jobs/status-badge.tsx'
import { Badge } from '~/components/ui/badge.tsx'

/** A submission's status; if its layers ended differently, how many did not succeed. */
export function SubmissionStatus({
  submission: { status, layers, counts },
}: {
  submission: Pick<Submission, 'status' | 'layers' | 'counts'>
}) {
  const of = (count: number, word: string) =>
    `${count.toLocaleString('en')} of ${layers.toLocaleString('en')} ${word}`
  if (status === 'failed' && counts.failed < layers) {
    const some = counts.completed > 0
    return (
      <Badge tone={some ? 'warning' : 'error'} icon={some ? TriangleAlert : CircleX}>
        {of(counts.failed, 'failed')}
      </Badge>
    )
  }
  if (status === 'completed' && counts.cancelled > 0)
    return <Badge icon={Ban}>{of(counts.cancelled, 'cancelled')}</Badge>
  return <StatusBadge status={status} />
}
