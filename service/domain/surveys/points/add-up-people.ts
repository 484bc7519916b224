import { setImmediate } from 'node:timers/promises'
import { counted } from '#common/counted.ts'
import { POINTS_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/surveys/points-columns.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import { DECIMAL } from '#service/tables/cells.ts'
import { isMissing } from '#service/tables/missing-value.ts'
import { TableError } from '#service/tables/table-error.ts'
import { withPoint } from './decimal-marks.ts'
import type { PointError } from './point-error.ts'
import type { PointsTable } from './points-table.ts'

interface Clusters {
  table: PointsTable
  /** What was added up, if it was. */
  warnings: PointError[]
}

/** The same for every person of a cluster. */
const SHARED = ['longitude', 'latitude', 'stratum', 'urban'] as const
type Shared = (typeof SHARED)[number]

interface Cluster {
  row: number
  constants: Partial<Record<Shared, string>>
  cases: number
  people: number
  weights: number
}

/**
 * A table with a row per person or household as one with a row per cluster: the people with an outcome, those whose
 * outcome is a case, their mean weight. Another table stays as it is.
 * @throws TableError with one sentence about the first row that cannot be added up
 */
export async function addUpPeople(
  table: PointsTable,
  columns: Partial<PointsColumns>,
  file: string,
): Promise<Clusters> {
  const { people } = table.reading
  if (!people) return { table, warnings: [] }
  const name = (role: PointsColumnName) => columns[role] ?? role
  const roles = POINTS_COLUMN_NAMES.filter(
    (role) => role === 'denominator' || table.header.includes(name(role)),
  )
  // The header is validated next, and there is no column of denominators in the file.
  if (!(['cluster', 'longitude', 'latitude', 'numerator'] as const).every((role) => roles.includes(role)))
    return { table: { ...table, header: [...table.header, name('denominator')] }, warnings: [] }
  const texts = (role: PointsColumnName) =>
    roles.includes(role) ? table.column(table.header.indexOf(name(role))) : null
  const fail = (i: number, role: PointsColumnName, message: string): never => {
    throw new TableError('invalid', `${file}, row ${table.rows[i]}, column ${name(role)}: ${message}`)
  }
  const outcome = outcomeOf(table, name('numerator'), texts('numerator')!, file)
  const ids = texts('cluster')!
  const weights = texts('weight')
  const constants = SHARED.flatMap((role) => {
    const cells = texts(role)
    return cells ? [{ role, cells }] : []
  })
  const clusters = new Map<string, Cluster>()
  for (const [i, id] of ids.entries()) {
    if (i % 5000 === 4999) await setImmediate()
    if (table.long.has(table.rows[i]))
      fail(i, 'cluster', 'the row has more cells than the header has columns.')
    if (id === '' || isMissing(id))
      fail(i, 'cluster', 'the cluster id is empty; fill it in, or remove the row.')
    let cluster = clusters.get(id)
    if (!cluster)
      clusters.set(id, (cluster = { row: table.rows[i], constants: {}, cases: 0, people: 0, weights: 0 }))
    for (const { role, cells } of constants) {
      const text = cells[i]
      if (text === '' || isMissing(text)) continue
      const before = (cluster.constants[role] ??= text)
      if (before !== text)
        fail(
          i,
          role,
          `the ${role} of cluster '${id.slice(0, 40)}' is '${text.slice(0, 40)}', but '${before.slice(0, 40)}' in a row above; give all rows of a cluster the same.`,
        )
    }
    const isCase = outcome.isCase(i)
    if (isCase === null) continue
    cluster.people++
    if (isCase) cluster.cases++
    if (!weights) continue
    const weight = numberOf(weights[i], table.reading.decimal)
    if (weight === null) fail(i, 'weight', `the weight '${weights[i].slice(0, 40)}' is not a number.`)
    else cluster.weights += weight / people.weight_scale
  }
  const nonEmpty = [...clusters].filter(([, cluster]) => cluster.people > 0)
  if (nonEmpty.length > POINTS_MAX_ROWS)
    throw new TableError(
      'invalid',
      `${file} has more than ${POINTS_MAX_ROWS.toLocaleString('en')} clusters; check the column '${name('cluster')}'.`,
    )
  const cells: Record<PointsColumnName, (id: string, cluster: Cluster) => string> = {
    cluster: (id) => id,
    longitude: (_, cluster) => withPoint(cluster.constants.longitude ?? ''),
    latitude: (_, cluster) => withPoint(cluster.constants.latitude ?? ''),
    numerator: (_, cluster) => String(cluster.cases),
    denominator: (_, cluster) => String(cluster.people),
    weight: (_, cluster) => String(cluster.weights / cluster.people),
    stratum: (_, cluster) => cluster.constants.stratum ?? '',
    urban: (_, cluster) => cluster.constants.urban ?? '',
  }
  return {
    table: {
      header: roles.map(name),
      top: [],
      long: new Map(),
      codes: new Map(),
      rows: Uint32Array.from(nonEmpty, ([, { row }]) => row),
      column: (place) =>
        nonEmpty.map(([id, cluster]) => (roles[place] ? cells[roles[place]](id, cluster) : '')),
      reading: { ...table.reading, decimal: 'point' },
    },
    warnings: [
      {
        row: null,
        column: name('numerator'),
        message: `${counted(ids.length, 'row')} are added up to ${counted(nonEmpty.length, 'cluster')}: ${outcome.summary()}.`,
      },
      ...emptyClusters(clusters.size - nonEmpty.length),
    ],
  }
}

const emptyClusters = (count: number): PointError[] =>
  count === 0
    ? []
    : [
        {
          row: null,
          column: null,
          message: `${counted(count, 'cluster')} without an outcome ${count === 1 ? 'is' : 'are'} left out.`,
        },
      ]

/** Numbers of a file with decimal commas have no points. */
function numberOf(text: string, decimal: PointsTable['reading']['decimal']): number | null {
  const number = decimal === 'comma' && !text.includes('.') ? withPoint(text) : text
  return DECIMAL.test(number) && (decimal === 'point' || !text.includes('.')) ? Number(number) : null
}

const valuesOf = (list: string) => new Set(list.split(',').map(comparable).filter(Boolean))

/** 1, 1.0 and 01 are the same value, and so are Yes and yes. */
function comparable(text: string): string {
  const value = text.trim()
  return DECIMAL.test(value) ? String(Number(value)) : value.toLowerCase()
}

const LISTED = 8

function outcomeOf(table: PointsTable, column: string, texts: readonly string[], file: string) {
  const { case_values, left_out_values } = table.reading.people!
  const [cases, leftOut] = [valuesOf(case_values), valuesOf(left_out_values)]
  const codes = table.codes.get(column)
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const isAmong = (set: ReadonlySet<string>, text: string) =>
    set.has(comparable(text)) || set.has(comparable(codes?.get(text) ?? ''))
  const isEmpty = (text: string) => text === '' || isMissing(text)
  const meaning = new Map(
    Array.from(counts.keys(), (text) => [
      text,
      isEmpty(text) || isAmong(leftOut, text) ? null : isAmong(cases, text),
    ]),
  )
  const listOf = (of: boolean | null) => {
    const values = [...counts]
      .filter(([text]) => meaning.get(text) === of && !isEmpty(text))
      .sort(([, one], [, other]) => other - one)
    const first = values
      .slice(0, LISTED)
      .map(([text, count]) => `'${text.slice(0, 40)}' (${count.toLocaleString('en')})`)
    return [...first, ...(values.length > LISTED ? ['others'] : [])].join(', ')
  }
  if (![...meaning.values()].includes(true))
    throw new TableError(
      'invalid',
      `${file}: no row has ${[...cases].map((value) => `'${value.slice(0, 40)}'`).join(' or ')} in the column '${column}', so there is no case; its values are ${listOf(false) || 'empty'}.`,
    )
  const gaps = texts.reduce((sum, text) => sum + (meaning.get(text) === null ? 1 : 0), 0)
  return {
    /** Null: the row has no outcome. */
    isCase: (i: number) => meaning.get(texts[i]) ?? null,
    summary: () =>
      [
        `${listOf(true)} count as cases`,
        listOf(false) && `${listOf(false)} do not`,
        gaps > 0 && `${counted(gaps, 'row')} without an outcome ${gaps === 1 ? 'is' : 'are'} left out`,
      ]
        .filter(Boolean)
        .join('; '),
  }
}
