import type { JobReport } from '#contract/job-shapes.ts'

/** The outputs that all jobs have, and the names of those whose bytes differ. Not the log, which has times. */
export function comparedFiles([first, ...others]: readonly JobReport[]): {
  shared: number
  differing: string[]
} {
  const shared = (first?.outputs ?? []).flatMap((output) => {
    const same = others.map((job) => job.outputs.find(({ type }) => type === output.type)?.sha256)
    return output.type === 'log' || same.includes(undefined) ? [] : [{ ...output, same }]
  })
  const differing = shared.filter(({ sha256, same }) => same.some((other) => other !== sha256))
  return { shared: shared.length, differing: differing.map(({ name }) => name) }
}
