import type { Job } from '#contract/jobs/job-shapes.ts'
import { listJobs } from '#contract/jobs/jobs.ts'

const FIELDS = ['iso3_code', 'target', 'source', 'source_wave', 'round'] as const

/** Identifies a layer, which has at most one final job. */
const layerKey = (job: Pick<Job, (typeof FIELDS)[number]>): string =>
  JSON.stringify(FIELDS.map((field) => job[field]))

/** The most values that a filter takes. */
const MOST_VALUES = 100

/** Requests the final jobs of these layers; includes a few too many if the jobs are of several layers. */
export function finalJobsOf(jobs: readonly Job[]) {
  const filters = FIELDS.flatMap((field) => {
    const values = [...new Set(jobs.map((job) => job[field]))]
    return values.length > MOST_VALUES ? [] : [[field, values] as const]
  })
  return listJobs.query.parse({ ...Object.fromEntries(filters), final: true, limit: 1000 })
}

/** Why these jobs cannot all be final, in the service's words; undefined if they can. */
export function rivalry(jobs: readonly Pick<Job, 'id' | (typeof FIELDS)[number]>[]): string | undefined {
  const first = new Map<string, number>()
  for (const job of jobs) {
    const rival = first.get(layerKey(job))
    if (rival !== undefined)
      return `Jobs ${rival} and ${job.id} are of the same layer; only one of them can be final. Nothing was changed.`
    first.set(layerKey(job), job.id)
  }
  return undefined
}

/** Final jobs that marking these would supersede. */
export function supersededJobs(jobs: readonly Job[], finals: readonly Job[]): Job[] {
  const marked = new Map(jobs.filter(({ final }) => !final).map((job) => [layerKey(job), job.id]))
  return finals.filter((job) => {
    const successor = marked.get(layerKey(job))
    return successor !== undefined && successor !== job.id
  })
}
