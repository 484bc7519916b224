import { countryNames } from '../countries/iso-countries.ts'
import { codesNear } from '../countries/names.ts'
import type { Finding } from '#contract/shapes.ts'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import type { ConfigurationColumn } from '#contract/submissions/configuration.ts'
import {
  dateCell,
  iso3Cell,
  levelsCell,
  numberCell,
  tagsCell,
  textCell,
  type CellReader,
} from '../../tables/cells.ts'
import { DISPLACEMENTS, type Displacement } from '#contract/surveys/displacement.ts'
import { REMEDIES, type Remedy } from '#contract/surveys/remedies.ts'
import { POINTS_COLUMN_NAMES } from '#contract/surveys/points-columns.ts'
import type { LayerDraft } from './layer-draft.ts'
import {
  BLOCK_KM,
  type LayerMethod,
  METHODS,
  NUMBER_OPTIONS,
  PREVALENCE,
  SAMPLED_SHARE,
  TEXT_LENGTHS,
} from '#contract/submissions/configuration.ts'
import { nearestName } from '#common/nearest-name.ts'
import { errorAt } from '../../tables/table.ts'
import { unitFiguresCell } from './unit-figures-cell.ts'
import type { ConfigurationTable, TableRow } from './configuration-table.ts'

const ID_CELL = numberCell({ from: 1, to: 2 ** 31 - 1, whole: true })

/** Validates every cell by itself, then the rows against each other; includes the table's own findings. */
export function validateTable(table: ConfigurationTable): { drafts: LayerDraft[]; findings: Finding[] } {
  const findings = [...table.findings]
  const named = new Set(table.columns.map((name) => name.toLowerCase()))
  // A cell that a reader already rejected (a formula, a nested value) is not reported again as empty or invalid.
  const invalidCells = new Set(
    table.findings
      .filter(({ severity }) => severity === 'error')
      .map(({ row, column }) => `${row}/${column?.toLowerCase()}`),
  )
  const drafts = table.rows.map((row) => {
    const before = findings.length
    const draft = validateRow(row, named, invalidCells, findings)
    const hasError = table.findings.some((f) => f.severity === 'error' && f.row === row.row)
    draft.sound = findings.length === before && !hasError
    return draft
  })
  validateTwins(drafts, findings)
  return { drafts, findings }
}

function validateRow(
  { row, cells }: TableRow,
  named: Set<string>,
  invalidCells: Set<string>,
  findings: Finding[],
): LayerDraft {
  const read = <T>(column: ConfigurationColumn, reader: CellReader<T>): T | null => {
    if (invalidCells.has(`${row}/${column}`)) return null
    const cell = cells[column]
    if (cell === undefined) {
      const rule = CONFIGURATION_COLUMNS.find(({ name }) => name === column)
      if (rule?.required && named.has(column)) {
        findings.push(errorAt(row, column, `The cell '${column}' is empty.`, `Fill in: ${rule.about}.`))
      }
      return null
    }
    const result = reader(cell, column)
    if ('message' in result) {
      findings.push(errorAt(row, column, result.message, result.help, result.fix))
      return null
    }
    return result.value
  }
  const text = (column: keyof typeof TEXT_LENGTHS) => read(column, textCell(TEXT_LENGTHS[column]))
  const number = (column: keyof typeof NUMBER_OPTIONS) =>
    read(column, numberCell(NUMBER_OPTIONS[column])) ?? NUMBER_OPTIONS[column].fallback
  const columns: LayerDraft['columns'] = {}
  for (const name of POINTS_COLUMN_NAMES) {
    const value = text(name)
    if (value !== null) columns[name] = value
  }
  return {
    row,
    sound: true,
    iso3_code: read('iso3_code', countryCell),
    target: text('target'),
    source: text('source'),
    source_wave: text('source_wave'),
    source_date: read('source_date', dateCell),
    round: text('round'),
    data_description: text('data_description') ?? '',
    survey: text('survey'),
    columns,
    remedies: read('remedies', remediesCell),
    displacement: read('displacement', displacementCell),
    stack_name: text('stack_name'),
    stack_version: read('stack_version', ID_CELL),
    population_band: text('population_band'),
    place_group_version: text('place_group_version'),
    adm_levels: read('adm_levels', levelsCell),
    method: read('method', methodCell) ?? 'auto',
    folds: number('folds'),
    block_km: read('block_km', blockCell) ?? 'auto',
    draws: number('draws'),
    seed: number('seed'),
    overfit_gap: number('overfit_gap'),
    adm_min_clusters: number('adm_min_clusters'),
    exceedance_threshold: read('exceedance_threshold', numberCell({ ...PREVALENCE, whole: false })),
    urban_share: read('urban_share', urbanShareCell),
    rake_to: read('rake_to', numberCell({ ...PREVALENCE, whole: false })),
    rake_to_admin: read('rake_to_admin', unitFiguresCell),
    tags: read('tags', tagsCell) ?? [],
    improves: read('improves', ID_CELL),
  }
}

/** A country's name or its code of two letters is not a value, but says which code is meant. */
const countryCell: CellReader<string> = (cell, column) => {
  const result = iso3Cell(cell, column)
  if (!('message' in result)) return result
  const [code, ...others] = codesNear(cell)
  const fix = countryNames.alpha2ToAlpha3(cell.toUpperCase()) ?? (others.length === 0 ? code : undefined)
  return fix ? { ...result, fix } : result
}

const methodCell: CellReader<LayerMethod> = (cell) => {
  const name = cell.toLowerCase()
  const method = METHODS.find((known) => known === name)
  if (method) return { value: method }
  return {
    message: `'${cell.slice(0, 60)}' is not a method.`,
    help: "Write 'auto', 'gp' or 'gam', or leave the cell empty for 'auto'.",
    fix: nearestName(name, METHODS) ?? undefined,
  }
}

const remediesCell: CellReader<Remedy[]> = (cell) => {
  const names = cell.split(/[,;]/).map((name) => name.trim().toLowerCase())
  const wrong = names.find((name) => !(REMEDIES as readonly string[]).includes(name))
  if (wrong === undefined) return { value: REMEDIES.filter((remedy) => names.includes(remedy)) }
  const near = nearestName(wrong, REMEDIES)
  return {
    message: `'${wrong.slice(0, 60)}' is not a remedy.`,
    help: `Write some of ${REMEDIES.join(', ')}, separated by commas, or empty the cell.`,
    fix: near === null ? undefined : names.map((name) => (name === wrong ? near : name)).join(', '),
  }
}

const displacementCell: CellReader<Displacement> = (cell) => {
  const name = cell.toLowerCase()
  const displacement = DISPLACEMENTS.find((known) => known === name)
  if (displacement) return { value: displacement }
  return {
    message: `'${cell.slice(0, 60)}' is not a displacement of coordinates.`,
    help: "Write 'dhs' if they are displaced as DHS does, 'none' if they are not, or empty the cell.",
    fix: nearestName(name, DISPLACEMENTS) ?? undefined,
  }
}

const blockCell: CellReader<number | 'auto'> = (cell, column) => {
  if (cell.toLowerCase() === 'auto') return { value: 'auto' }
  const result = numberCell({ ...BLOCK_KM, whole: false })(cell, column)
  if (!('message' in result)) return result
  const range = ` from ${BLOCK_KM.from} to ${BLOCK_KM.to}`
  return { ...result, help: `Write 'auto' or a length in km${result.help ? range : ''}.` }
}

const urbanShareCell: CellReader<number | 'sample'> = (cell, column) => {
  if (cell.toLowerCase() === SAMPLED_SHARE) return { value: SAMPLED_SHARE }
  const result = numberCell({ ...PREVALENCE, whole: false })(cell, column)
  if (!('message' in result)) return result
  const fix = result.fix ?? nearestName(cell, [SAMPLED_SHARE]) ?? undefined
  const word = `Write '${SAMPLED_SHARE}' if towns were not oversampled.`
  return {
    message: result.message,
    help: result.help ? `${result.help} ${word}` : word,
    ...(fix !== undefined && { fix }),
  }
}

/** Two rows with the same computation: descriptive columns (text, tags, `improves`) do not make them different. */
function validateTwins(drafts: LayerDraft[], findings: Finding[]): void {
  const first = new Map<string, number>()
  for (const draft of drafts) {
    if (!draft.sound) continue
    const { row, sound: _, data_description: __, tags: ___, improves: ____, ...rest } = draft
    const key = JSON.stringify(rest)
    const twin = first.get(key)
    if (twin === undefined) first.set(key, row)
    else {
      draft.sound = false
      findings.push(
        errorAt(
          row,
          null,
          `The layer is the same as the one in row ${twin}.`,
          'Remove one of the rows, or change what makes them differ.',
        ),
      )
    }
  }
}
