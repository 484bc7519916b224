import type { JobReport } from '#contract/jobs/job-shapes.ts'

/** They say how long the run took, or, like the methods, have the job's key and checksums of such files. */
const OF_ONE_RUN = new Set(['log', 'diagnostics', 'methods'])

/** The outputs that all jobs have and two runs can repeat, and the names of those whose bytes differ. */
export function comparedFiles([first, ...others]: readonly JobReport[]): {
  shared: number
  differing: string[]
} {
  const shared = (first?.outputs ?? []).flatMap((output) => {
    const same = others.map((job) => job.outputs.find(({ type }) => type === output.type)?.sha256)
    return OF_ONE_RUN.has(output.type) || same.includes(undefined) ? [] : [{ ...output, same }]
  })
  const differing = shared.filter(({ sha256, same }) => same.some((other) => other !== sha256))
  return { shared: shared.length, differing: differing.map(({ name }) => name) }
}
