import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import { CONFIGURATION_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import type { ConfigurationColumn } from '#contract/submissions/configuration.ts'
import { TableError } from '../../tables/table-error.ts'
import { tooManyColumns, emptyError, tooManyRows } from '../../tables/unreadable-table.ts'
import { nearestName } from '#common/nearest-name.ts'
import { requireHeaderOnTop } from '../../tables/header-below.ts'
import { countsAsEmpty, missingWarnings } from '../../tables/missing-value.ts'
import { readDelimited } from '../../tables/read-delimited.ts'
import { notLayers, readJson } from './read-json.ts'
import { readWorkbook } from '../../tables/read-xlsx.ts'
import { formatOf, type TableFormat } from '../../tables/format-of.ts'
import { errorAt, MAX_COLUMNS, NO_HEADING_HELP, type RawTable } from '../../tables/table.ts'
import type { ConfigurationTable } from './configuration-table.ts'

const KNOWN: readonly string[] = CONFIGURATION_COLUMNS.map(({ name }) => name)

/**
 * A configuration file as one table. Errors in cells or the header become findings; a file that cannot be read as a
 * table at all throws.
 * @throws TableError with one sentence: empty, another type, damaged, hostile, too many rows.
 */
export async function parseConfiguration(
  content: Buffer,
  /** As sent; it only helps to say what is wrong. */
  name = '',
): Promise<ConfigurationTable & { format: TableFormat }> {
  const format = formatOf(content)
  if (format === 'csv' && isJsonValue(content)) throw notLayers()
  const disguised = format !== 'xlsx' && /\.xlsx$/i.test(name)
  try {
    const table = tableOf(await readAs(format, content))
    if (disguised && !table.columns.some((column) => canonical(column))) throw notAWorkbook(name)
    return { format, ...table }
  } catch (error) {
    throw disguised && error instanceof TableError ? notAWorkbook(name) : error
  }
}

/** A number, a text, true, false or null. */
function isJsonValue(content: Buffer): boolean {
  if (content.length > 1000) return false
  try {
    JSON.parse(content.toString().replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

const notAWorkbook = (name: string) =>
  new TableError(
    'unsupported-type',
    `${quoted(name)} is not an Excel workbook, although its name ends in .xlsx; save it again as .xlsx, or send a .csv.`,
  )

async function readAs(format: TableFormat, content: Buffer): Promise<RawTable> {
  if (format === 'xlsx') return readWorkbook(content)
  if (format === 'json') return readJson(content)
  const { records } = await readDelimited(content, {
    what: 'The configuration',
    maxRecords: CONFIGURATION_MAX_ROWS + 1,
    maxColumns: MAX_COLUMNS,
    tooMany: tooManyRows,
    tooWide: tooManyColumns,
  })
  const [header = [], ...body] = records
  return { header, rows: body.map((cells, i) => ({ row: i + 2, cells })), findings: [] }
}

function tableOf(raw: RawTable): ConfigurationTable {
  const names = raw.header.map((name) => name.trim())
  if (names.every((name) => name === '') && raw.rows.every((row) => row.cells.every(isBlank))) {
    throw emptyError()
  }
  requireHeaderOnTop(raw, REQUIRED, 'the configuration')
  const findings = [...validateHeader(names), ...raw.findings]
  const known = names.map((name) => canonical(name))
  const rows: ConfigurationTable['rows'] = []
  const missing: { row: number; column: string; text: string }[] = []
  const withFindings = new Set(raw.findings.map(({ row }) => row))
  for (const { row, cells } of raw.rows) {
    if (cells.every(isBlank) && !withFindings.has(row)) continue
    const filled: ConfigurationTable['rows'][number]['cells'] = {}
    const others = new Map<string, string>()
    cells.forEach((cell, i) => {
      const column = known[i]
      const name = names[i] ?? ''
      if (isBlank(cell)) return
      if (column && countsAsEmpty(cell.trim(), column)) missing.push({ row, column, text: cell.trim() })
      else if (column && filled[column] === undefined) filled[column] = cell.trim()
      else if (name !== '') {
        if (name !== column && !others.has(name)) others.set(name, cell.trim())
      } else {
        findings.push(errorAt(row, null, `The cell in column ${i + 1} has no heading.`, NO_HEADING_HELP))
      }
    })
    rows.push({ row, cells: filled, ...(others.size > 0 && { others: Object.fromEntries(others) }) })
  }
  if (rows.length === 0) {
    throw new TableError(
      'invalid',
      'The configuration has a header but no layers; add one row for each layer.',
    )
  }
  if (rows.length > CONFIGURATION_MAX_ROWS) throw tooManyRows()
  return { columns: columnsOf(names, known), rows, findings: [...findings, ...missingWarnings(missing)] }
}

const REQUIRED: readonly string[] = CONFIGURATION_COLUMNS.filter(({ required }) => required).map(
  ({ name }) => name,
)

/** A known column by its name in any spelling; the second of two keeps its original heading. */
function columnsOf(names: string[], known: (ConfigurationColumn | null)[]): string[] {
  const columns = new Set<string>()
  names.forEach((name, i) => {
    const column = known[i]
    if (name !== '') columns.add(column && !columns.has(column) ? column : name)
  })
  return [...columns]
}

const isBlank = (cell: string | undefined) => cell === undefined || cell.trim() === ''

function canonical(name: string): ConfigurationColumn | null {
  const lower = name.toLowerCase()
  return KNOWN.includes(lower) ? (lower as ConfigurationColumn) : null
}

function validateHeader(names: string[]): ConfigurationTable['findings'] {
  const findings: ConfigurationTable['findings'] = []
  const seen = new Set<string>()
  for (const name of names) {
    if (name === '') continue
    const lower = name.toLowerCase()
    if (seen.has(lower)) {
      findings.push(
        errorAt(1, name.slice(0, 200), `The column ${quoted(name)} appears twice.`, 'Keep one of them.'),
      )
    } else if (!KNOWN.includes(lower)) {
      const near = nearestName(name, KNOWN)
      const free = near !== null && !names.some((other) => other.toLowerCase() === near)
      findings.push(
        errorAt(
          1,
          name.slice(0, 200),
          `The column ${quoted(name)} is not known.${near ? ` Did you mean '${near}'?` : ''}`,
          free ? `Rename it to '${near}', or remove it.` : 'Remove it.',
          free ? near : undefined,
        ),
      )
    }
    seen.add(lower)
  }
  for (const column of CONFIGURATION_COLUMNS) {
    if (!column.required || seen.has(column.name)) continue
    findings.push(
      errorAt(
        1,
        column.name,
        `The column '${column.name}' is missing.`,
        `Add it to the header and fill in every row: ${column.about.charAt(0).toLowerCase()}${column.about.slice(1)}.`,
      ),
    )
  }
  return findings
}

const quoted = (name: string) => `'${name.length > 60 ? `${name.slice(0, 60)}…` : name}'`
