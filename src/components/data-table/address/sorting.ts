import { MAX_THEN_BY } from '#contract/shapes.ts'

export type Sorting = readonly { id: string; desc: boolean }[]

export const directions = { asc: 'ascending', desc: 'descending' } as const

/**
 * The order after a click on a column's header: by this column alone, or the other way round if it comes first. With
 * `add` the column joins those that decide already, or turns round where it is.
 */
export function sortedBy(sorting: Sorting, id: string, add: boolean): { id: string; desc: boolean }[] {
  const turned = (one: Sorting[number]) => (one.id === id ? { id, desc: !one.desc } : one)
  if (!add) return sorting[0]?.id === id ? [turned(sorting[0])] : [{ id, desc: false }]
  if (sorting.some((one) => one.id === id)) return sorting.map(turned)
  return [...sorting.slice(0, MAX_THEN_BY), { id, desc: false }]
}
