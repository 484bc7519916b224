import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { CircleCheck } from 'lucide-react'
import { comparedFiles } from './compared-files.ts'

/** Whether the jobs have the same result, by the checksums of their files. */
export function FilesDiffer({ jobs }: { jobs: readonly JobReport[] }) {
  const { shared, differing } = comparedFiles(jobs)
  if (shared === 0) return null
  if (differing.length > 0)
    return (
      <p className="text-muted">
        {differing.length === shared
          ? `All ${shared} output files differ.`
          : `${differing.length} of ${shared} output files differ: ${differing.join(', ')}.`}
      </p>
    )
  return (
    <p className="flex items-center gap-2">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
      The result is reproduced: all {shared} output files are identical, byte for byte (SHA-256).
    </p>
  )
}
