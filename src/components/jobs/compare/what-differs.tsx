import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { differingRows } from './differing-rows.ts'

/** Only what is not the same in all jobs. */
export function WhatDiffers({ jobs }: { jobs: readonly JobReport[] }) {
  const rows = differingRows(jobs)
  if (rows.length === 0) return <p className="text-muted">Their configurations and outcomes are the same.</p>
  return (
    <ComparisonTable
      caption="What differs"
      pictured
      jobs={jobs}
      rows={rows.map(({ name, configured, values }) => ({
        key: name,
        name: configured ? <span className="font-mono text-xs">{name}</span> : name,
        cells: values,
      }))}
    />
  )
}
