import type { Job } from '#contract/jobs/job-shapes.ts'
import { METHOD_LABELS } from '~/components/jobs/method-labels.ts'
import { ownValue } from '~/lib/own-value.ts'
import { formatRaking, shortTitle } from '~/components/jobs/report/format.ts'

/** What distinguishes layers with the same title. */
const SIGNS: readonly ((job: Job) => string)[] = [
  ({ method }) => ownValue(METHOD_LABELS, method) ?? method,
  ({ stack_name, stack_version = 1 }) =>
    stack_version > 1 ? `${stack_name}, version ${stack_version}` : stack_name,
  (job) => formatRaking(job)?.toLowerCase() ?? 'not raked',
  ({ source, source_wave, round }) => `${source} ${source_wave}, round ${round}`,
  ({ data_description }) => data_description,
]

/**
 * What distinguishes each of these jobs from the others with its title, by id: as few values as it takes, and the id
 * where these do not suffice. Jobs whose title appears once have none.
 */
export function distinctions(jobs: readonly Job[]): ReadonlyMap<number, string> {
  const groups = Map.groupBy(jobs, shortTitle)
  return new Map(
    [...groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => {
        const texts = SIGNS.reduce<string[]>(
          (previous, of) => {
            const more = group.map((job, place) => [previous[place], of(job)].filter(Boolean).join(' · '))
            return new Set(more).size > new Set(previous).size ? more : previous
          },
          group.map(() => ''),
        )
        return group.map((job, place) => {
          const text = texts[place]!
          const unique = text !== '' && texts.filter((other) => other === text).length === 1
          return [job.id, unique ? text : [text, `job ${job.id}`].filter(Boolean).join(' · ')] as const
        })
      }),
  )
}

/** `Benin · stunting · seed 1 (raked to 32 %)` */
export function distinctTitle(job: Job, jobs: readonly Job[]): string {
  const distinction = distinctions(jobs).get(job.id)
  return distinction === undefined ? shortTitle(job) : `${shortTitle(job)} (${distinction})`
}
