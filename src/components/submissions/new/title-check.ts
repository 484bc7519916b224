import { runFile } from '#contract/submissions/submissions.ts'
import { rejectedFields } from '~/components/form/use-contract-form.ts'

const titled = runFile.body.pick({ title: true })

/** What is wrong with a submission's title, for its form. */
export const titleCheck = (body: Record<string, unknown>): Record<string, string> =>
  rejectedFields(titled, body, { title: 'Enter a title for the submission.' })
