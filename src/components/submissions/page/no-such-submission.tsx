import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'

export function NoSuchSubmission() {
  return <NoSuchRecord what="submission" to="/modeling/submission" back="Back to the submissions" />
}
