import type { Tag } from '#contract/projects/tag-list.ts'

export interface Tagged {
  id: number
  tags: readonly Tag[]
}
/** Whether all, some or none of the selected jobs have a tag. */
type Carried = boolean | 'indeterminate'

export const carriedBy = (jobs: readonly Tagged[], name: string): Carried => {
  const count = jobs.filter(({ tags }) => tags.some((tag) => tag.name === name)).length
  return count === 0 ? false : count === jobs.length ? true : 'indeterminate'
}

/** The calls to make: for each tag, the jobs to which it must be added, or from which it must be removed. */
export function tagChanges(jobs: readonly Tagged[], choices: ReadonlyMap<string, boolean>) {
  const changes = [...choices].map(([name, on]) => ({
    name,
    on,
    job_ids: jobs.filter(({ tags }) => tags.some((tag) => tag.name === name) !== on).map(({ id }) => id),
  }))
  return changes.filter(({ job_ids }) => job_ids.length > 0)
}
export type TagChange = ReturnType<typeof tagChanges>[number]

/** Calls with the same jobs and the same action are merged. */
export function groupChanges(changes: readonly TagChange[]) {
  const groups = Map.groupBy(changes, ({ on, job_ids }) => JSON.stringify([on, job_ids]))
  return [...groups.values()].flatMap((group) =>
    group[0] ? [{ on: group[0].on, job_ids: group[0].job_ids, tags: group.map(({ name }) => name) }] : [],
  )
}

/** The job's tags after these changes; undefined if none of them is for it. A new tag has a number below 0. */
export function changedTags(
  job: Tagged,
  changes: readonly TagChange[],
  existing: readonly Pick<Tag, 'name' | 'colour'>[],
): { tags: Tag[] } | undefined {
  const own = changes.filter(({ job_ids }) => job_ids.includes(job.id))
  if (own.length === 0) return undefined
  const off = new Set(own.filter(({ on }) => !on).map(({ name }) => name))
  const added = own
    .filter(({ on }) => on)
    .map(({ name }, i) => ({
      id: -1 - i,
      name,
      colour: existing.find((tag) => tag.name === name)?.colour ?? '',
    }))
  const rest = job.tags.filter(({ name }) => !off.has(name))
  return { tags: [...rest, ...added].toSorted((one, other) => one.name.localeCompare(other.name)) }
}
