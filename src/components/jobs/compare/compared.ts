import type { CompareSearch } from './compare-search.ts'

/** How many jobs can be compared at once. */
export const FEWEST_COMPARED = 2
export const MOST_COMPARED = 4

/** The jobs to compare: each once, at most four. */
export const comparedIds = ({ jobs = [] }: CompareSearch) => [...new Set(jobs)].slice(0, MOST_COMPARED)

/** The pair on the map; falls back to the first two jobs. */
export function pairOf<J extends { id: number }>(jobs: readonly J[], { left, right }: CompareSearch): [J, J] {
  const one = jobs.find((job) => job.id === left) ?? jobs[0]
  const two =
    jobs.find((job) => job.id === right && job.id !== one.id) ?? jobs.find((job) => job.id !== one.id)
  return [one, two ?? one]
}
