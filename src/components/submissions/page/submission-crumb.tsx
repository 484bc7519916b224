import { useQuery } from '@tanstack/react-query'
import { submissionQuery } from '~/server/submissions.functions.ts'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'

/** Title and id; only the id while the title is loading. */
export default function SubmissionCrumb({ text }: { text: string }) {
  const id = recordIdOf(text)
  const { data } = useQuery({ ...submissionQuery(id ?? 0), enabled: id !== undefined })
  return <>{data ? `${data.title} (${text})` : text}</>
}
