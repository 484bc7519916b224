import type { Body } from '#contract/endpoint.ts'
import { CONFIGURATION_COLUMNS, type ConfigurationColumn } from '#contract/submissions/configuration.ts'
import { type runAgain } from '#contract/submissions/submissions.ts'
import type { TableRow } from '../configuration/configuration-table.ts'
import type { SubmissionChanges } from '../../db/schema/submissions.ts'
import { type Sentence, fixed, foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { PreviousLayer, PreviousSubmission } from './read-previous.ts'

type RunAgainRequest = Pick<Body<typeof runAgain>, 'layers' | 'only_failed' | 'only_unfinished' | 'improves'>
type Values = NonNullable<RunAgainRequest['layers']>[number]['values']
type Cell = Values[ConfigurationColumn]

export interface ChangedLayer {
  previous: PreviousLayer
  cells: TableRow['cells']
  changes: { column: ConfigurationColumn; before: string; after: string }[]
}

const rejection = (message: Sentence, field = 'layers') => new ServiceError('invalid', message, { field })

interface Only {
  field: string
  statuses: readonly string[]
  words: string
  verb: string
}
const FAILED: Only = { field: 'only_failed', statuses: ['failed'], words: 'failed', verb: 'has failed' }
const UNFINISHED: Only = {
  field: 'only_unfinished',
  statuses: ['failed', 'cancelled'],
  words: 'failed or cancelled',
  verb: 'has failed or was cancelled',
}

/** Which layers run again, and with which cells. */
export function changeLayers(previous: PreviousSubmission, request: RunAgainRequest): ChangedLayer[] {
  const only = request.only_unfinished ? UNFINISHED : request.only_failed ? FAILED : undefined
  if (only && request.improves)
    throw rejection(
      sentence`A ${only.words} job cannot be improved: choose ${only.field}, or improves.`,
      'improves',
    )
  const values = valuesByRow(previous, request, only)
  const chosen = only
    ? previous.layers.filter(({ job }) => only.statuses.includes(job.status))
    : previous.layers
  if (chosen.length === 0)
    throw new ServiceError(
      'conflict',
      only
        ? sentence`No layer of submission ${previous.id} ${fixed(only.verb)}.`
        : sentence`Submission ${previous.id} no longer has any layers.`,
    )
  const changed = chosen.map((layer) => changeLayer(layer, values.get(layer.row) ?? {}))
  return (request.improves ? improve(previous, changed) : changed).map((layer) =>
    keepVersion(layer, values.get(layer.previous.row) ?? {}),
  )
}

/** The same bands as before, although the collection has changed since, unless the person asks for others. */
function keepVersion(layer: ChangedLayer, values: Values): ChangedLayer {
  const { olderVersion } = layer.previous
  const asksOtherwise =
    values.stack_version !== undefined || layer.changes.some(({ column }) => column === 'stack_name')
  if (olderVersion === null || asksOtherwise) return layer
  const after = String(olderVersion)
  return {
    ...layer,
    cells: { ...layer.cells, stack_version: after },
    changes: [...layer.changes, { column: 'stack_version', before: '', after }],
  }
}

function valuesByRow(
  previous: PreviousSubmission,
  request: RunAgainRequest,
  only: Only | undefined,
): Map<number, Values> {
  const values = new Map<number, Values>()
  const known = new Map(previous.layers.map((layer) => [layer.row, layer]))
  for (const [i, { row, values: given }] of (request.layers ?? []).entries()) {
    const field = `layers.${i}.row`
    const layer = known.get(row)
    if (!layer) {
      const rows = [...known.keys()]
      const existing = rows.length > 20 ? `${rows.slice(0, 20).join(', ')}, …` : rows.join(', ')
      throw rejection(
        sentence`Submission ${previous.id} has no layer in row ${row}; its layers are in ${existing}.`,
        field,
      )
    }
    if (only && !only.statuses.includes(layer.job.status))
      throw rejection(
        sentence`Row ${row} is ${layer.job.status}, not ${only.words}, so it does not run again.`,
        field,
      )
    if (values.has(row)) throw rejection(sentence`Row ${row} is changed twice.`, field)
    values.set(row, given)
  }
  return values
}

function changeLayer(previous: PreviousLayer, values: Values): ChangedLayer {
  const cells: TableRow['cells'] = { ...previous.cells }
  const changes: ChangedLayer['changes'] = []
  for (const { name: column } of CONFIGURATION_COLUMNS) {
    if (values[column] === undefined) continue
    const before = previous.cells[column] ?? ''
    const after = textOf(values[column]).trim()
    if (before === after) continue
    changes.push({ column, before, after })
    if (after === '') delete cells[column]
    else cells[column] = after
  }
  return { previous, cells, changes }
}

/** Only changed layers run: the others would be computed again with the same result. */
function improve(previous: PreviousSubmission, layers: readonly ChangedLayer[]): ChangedLayer[] {
  const changed = layers.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0)
    throw rejection(
      sentence`Nothing would change: edit a value of a layer of submission ${previous.id} first.`,
    )
  const unfinished = changed.filter(({ previous: { job } }) => job.status !== 'completed')
  if (unfinished.length > 0) {
    const errors = unfinished.map(({ previous: { row, job } }) => ({
      row,
      message: `Job ${job.id} of row ${row} is ${job.status}; only a completed job can be improved.`,
    }))
    throw new ServiceError(
      'conflict',
      foreign(errors[0].message, sentence`Only completed jobs can be improved.`),
      { errors },
    )
  }
  return changed.map((layer) => {
    const { job, cells } = layer.previous
    if (layer.changes.some(({ column }) => column === 'improves')) return layer
    const change = { column: 'improves' as const, before: cells.improves ?? '', after: String(job.id) }
    return {
      ...layer,
      cells: { ...layer.cells, improves: change.after },
      changes: [...layer.changes, change],
    }
  })
}

function textOf(value: Cell): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** The new configuration's changes; its rows are numbered as `rowOf` says. */
export const describeChanges = (
  layers: readonly ChangedLayer[],
  rowOf: (layer: ChangedLayer, index: number) => number,
): SubmissionChanges => ({
  layers: layers.map((layer, i) => ({
    row: rowOf(layer, i),
    parent_row: layer.previous.row,
    parent_job_id: layer.previous.job.id,
  })),
  cells: layers.flatMap((layer, i) => layer.changes.map((change) => ({ row: rowOf(layer, i), ...change }))),
})
