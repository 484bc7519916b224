import type { FinalMark } from '#contract/jobs/final.ts'

/** The mark that still holds, of marks from the newest to the oldest. */
export function finalOf(marks: readonly FinalMark[]): FinalMark | undefined {
  const decided = new Set<number>()
  return marks.find(({ job_id, final }) => {
    const first = !decided.has(job_id)
    decided.add(job_id)
    return first && final
  })
}
