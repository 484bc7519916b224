import type { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import type { Answer } from '#contract/endpoint.ts'

export type AdminUnit = Answer<typeof listJobAdmData>['content'][number]

export const ADMIN_SORTS = [
  'name',
  'clusters',
  'observed',
  'modelled',
  'z',
  'pass',
  'rank',
  'highest',
  'highest_fifth',
  'lowest_fifth',
  'exceedance',
  'affected',
] as const
export type AdminSort = (typeof ADMIN_SORTS)[number]

const byName = new Intl.Collator('en', { numeric: true })
/** Ascending order starts with the units to check: outside, then inside; untestable ones have no value. */
const weight = (unit: AdminUnit, by: Exclude<AdminSort, 'name'>): number | null =>
  by === 'pass' ? (unit.pass === null ? null : Number(unit.pass)) : unit[by]

/** Sorted copy; units without the value come last in either order, ties are sorted by name. */
export function sortUnits(units: readonly AdminUnit[], by: AdminSort, order: 'asc' | 'desc'): AdminUnit[] {
  const sign = order === 'asc' ? 1 : -1
  return units.toSorted((one, other) => {
    if (by === 'name') return sign * byName.compare(one.name, other.name)
    const a = weight(one, by)
    const b = weight(other, by)
    if (a === null || b === null) {
      return Number(a === null) - Number(b === null) || byName.compare(one.name, other.name)
    }
    return sign * (a - b) || byName.compare(one.name, other.name)
  })
}

/** The admin levels of a job, and the one to show: the requested one if it exists, else the first. */
export function levelsOf(units: readonly AdminUnit[], levelParam: number | undefined) {
  const levels = [...new Set(units.map((unit) => unit.level))].toSorted((a, b) => a - b)
  const level = levelParam !== undefined && levels.includes(levelParam) ? levelParam : (levels[0] ?? 1)
  return { levels, level }
}
