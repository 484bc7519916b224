import { Link } from '@tanstack/react-router'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { isInProgress } from '~/components/jobs/job-labels.ts'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ScrollText } from 'lucide-react'

/** Only a completed job has methods. */
export function MethodsUnavailable({ report }: { report: Pick<JobReport, 'job_key' | 'status'> }) {
  return (
    <EmptyState
      icon={ScrollText}
      heading="h1"
      title={isInProgress(report) ? 'The job is not completed yet' : 'The job was not completed'}
      action={
        <Link
          to="/spatial-catalog/report/$jobKey"
          params={{ jobKey: report.job_key }}
          className="text-link underline"
        >
          Go to the report
        </Link>
      }
    >
      Methods, data and limits are written from its results.
    </EmptyState>
  )
}
