import type { Tag } from '#contract/tags.ts'

export interface Tagged {
  id: number
  tags: readonly Tag[]
}
/** Whether all, some or none of the chosen jobs carry a tag. */
export type Carried = boolean | 'indeterminate'

export const carriedBy = (jobs: readonly Tagged[], name: string): Carried => {
  const count = jobs.filter(({ tags }) => tags.some((tag) => tag.name === name)).length
  return count === 0 ? false : count === jobs.length ? true : 'indeterminate'
}

/** What has to be called: for each tag, the jobs that do not have it yet, or have it and shall not. */
export function tagChanges(jobs: readonly Tagged[], wanted: ReadonlyMap<string, boolean>) {
  const changes = [...wanted].map(([name, on]) => ({
    name,
    on,
    job_ids: jobs.filter(({ tags }) => tags.some((tag) => tag.name === name) !== on).map(({ id }) => id),
  }))
  return changes.filter(({ job_ids }) => job_ids.length > 0)
}
export type TagChange = ReturnType<typeof tagChanges>[number]

/** Calls that do the same to the same jobs are one call. */
export function groupChanges(changes: readonly TagChange[]) {
  const groups = Map.groupBy(changes, ({ on, job_ids }) => JSON.stringify([on, job_ids]))
  return [...groups.values()].flatMap((group) =>
    group[0] ? [{ on: group[0].on, job_ids: group[0].job_ids, tags: group.map(({ name }) => name) }] : [],
  )
}
