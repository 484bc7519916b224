import type { JobReport } from '#contract/job-shapes.ts'
import { useKnown } from '~/components/layout/use-known.ts'
import { reportQuery } from '~/server/report.functions.ts'
import { jobTitle } from './format.ts'

/** The report's title; the key of its job while that is not loaded, or where there is no such job. */
export function ReportCrumb({ text }: { text: string }) {
  const report = useKnown<JobReport>(reportQuery(text).queryKey)
  return <>{report ? jobTitle(report) : text}</>
}
