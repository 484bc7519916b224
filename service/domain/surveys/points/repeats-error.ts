import type { PointsColumns } from '#service/db/schema.ts'
import { groupRows } from './group-rows.ts'
import type { PointError } from './point-error.ts'
import type { PointsRows } from './points-rows.ts'

/**
 * Ids that appear in more than one row. Numbering is proposed where they are at other places than the first of them: rows of
 * one id and one place are parts of one cluster.
 */
export function findRepeatsError(
  { rows, cells, numbers: { longitude, latitude } }: PointsRows,
  { cluster: column }: PointsColumns,
): PointError | null {
  const first = new Map<string, number>()
  const repeats = cells.cluster.flatMap((id, i) => {
    if (id === '') return []
    const before = first.get(id)
    if (before === undefined) first.set(id, i)
    return before === undefined ? [] : [{ id, i, before }]
  })
  const differ = repeats.every(
    ({ i, before }) => longitude[i] !== longitude[before] || latitude[i] !== latitude[before],
  )
  const [example] = repeats
  const words = example && `'${example.id.slice(0, 40)}' already appears in row ${rows[example.before]}`
  return groupRows(
    repeats.map(({ i }) => rows[i]),
    {
      of: rows.length,
      column,
      single: `the cluster ${words}.`,
      several: `the cluster ids of ${repeats.length.toLocaleString('en')} rows repeat earlier ones: ${words}.`,
      help: differ
        ? 'Number them if they are different clusters.'
        : 'Write one row per cluster: add up its numerators and denominators.',
      remedy: differ ? 'number-ids' : null,
    },
  )
}
