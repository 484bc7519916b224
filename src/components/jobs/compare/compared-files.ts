import type { JobReport } from '#contract/job-shapes.ts'

/** They say how long the run took. */
const WITH_TIMES = new Set(['log', 'diagnostics'])

/** The outputs that all jobs have and two runs can repeat, and the names of those whose bytes differ. */
export function comparedFiles([first, ...others]: readonly JobReport[]): {
  shared: number
  differing: string[]
} {
  const shared = (first?.outputs ?? []).flatMap((output) => {
    const same = others.map((job) => job.outputs.find(({ type }) => type === output.type)?.sha256)
    return WITH_TIMES.has(output.type) || same.includes(undefined) ? [] : [{ ...output, same }]
  })
  const differing = shared.filter(({ sha256, same }) => same.some((other) => other !== sha256))
  return { shared: shared.length, differing: differing.map(({ name }) => name) }
}
