import type { Submission } from '#contract/submissions.ts'
import { useKnown } from '~/components/layout/use-known.ts'
import { submissionQuery } from '~/server/submissions.functions.ts'
import { submissionIdOf } from './submission-id.ts'

/** Title and number; the number alone while the title is not known. */
export function SubmissionCrumb({ text }: { text: string }) {
  // The loader of the route asks.
  const submission = useKnown<Submission | null>(submissionQuery(submissionIdOf(text) ?? 0).queryKey)
  return <>{submission ? `${submission.title} (${text})` : text}</>
}
