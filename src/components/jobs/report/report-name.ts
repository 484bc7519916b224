import { runName } from '#common/run-name.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'

/** The name that lists give to the job; a server that knows the specification only does not say it. */
export const reportName = (report: JobReport): string => report.run_name ?? runName(report)
