import { BAND_SHEET_COLUMNS, type BandSheetColumn } from '#contract/rasters/band-uploads.ts'
import { asRejection } from '../tables/as-rejection.ts'
import type { Finding } from '#contract/shapes.ts'
import { requireHeaderOnTop } from '../../tables/header-below.ts'
import { nearestName } from '#common/nearest-name.ts'
import { formatOf } from '../../tables/format-of.ts'
import { countsAsEmpty, missingWarnings } from '../../tables/missing-value.ts'
import { readDelimited } from '../../tables/read-delimited.ts'
import { readWorkbook } from '../../tables/read-xlsx.ts'
import { errorAt, MAX_COLUMNS, NO_HEADING_HELP, type RawTable } from '../../tables/table.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const BAND_SHEET_MAX_ROWS = 1000

export interface BandSheet {
  /** Names as in the header, without empty and repeated ones. */
  columns: string[]
  rows: {
    row: number
    cells: Partial<Record<BandSheetColumn, string>>
    /** The row's cells unchanged, in the order of `columns`. */
    shown: string[]
  }[]
  /** About the header, and about cells that are not plain values. */
  findings: Finding[]
}

/** The column that an annotated sheet adds; it is accepted. */
const FINDINGS_COLUMN = 'findings'
const MAX_SHOWN_LENGTH = 4000
const WORDS = { what: 'The sheet', row: 'band', formats: '.xlsx or .csv' }
const KNOWN: readonly string[] = BAND_SHEET_COLUMNS.map(({ name }) => name)
const REQUIRED = BAND_SHEET_COLUMNS.filter(({ required }) => required).map(({ name }) => name)
const tooMany = () =>
  new ServiceError(
    'invalid',
    sentence`The sheet has more than ${fixed(BAND_SHEET_MAX_ROWS)} rows; split it into several.`,
  )

/** A sheet of bands, as .xlsx or .csv (detected by content), with known columns by name. */
export async function readBandSheet(content: Buffer): Promise<BandSheet> {
  const raw = await readTable(content)
  const header = raw.header.map((name) => name.trim())
  const names = header.map((name) => name.toLowerCase())
  const findings = [...validateHeader(names), ...raw.findings]
  const columns = [...new Set(header.filter(isShown))]
  const places = columns.map((name) => header.indexOf(name))
  const rows: BandSheet['rows'] = []
  const missing: { row: number; column: string; text: string }[] = []
  for (const { row, cells } of raw.rows) {
    const filled: BandSheet['rows'][number]['cells'] = {}
    for (const [i, cell] of cells.entries()) {
      const name = names[i] ?? ''
      const text = cell.trim()
      if (text === '' || !KNOWN.includes(name)) continue
      if (countsAsEmpty(text, name)) missing.push({ row, column: name, text })
      else filled[name as BandSheetColumn] ??= text
    }
    const unnamed = cells.findIndex((cell, i) => cell.trim() !== '' && (names[i] ?? '') === '')
    if (unnamed >= 0)
      findings.push(errorAt(row, null, `The cell in column ${unnamed + 1} has no heading.`, NO_HEADING_HELP))
    if (Object.keys(filled).length > 0)
      rows.push({ row, cells: filled, shown: places.map((i) => (cells[i] ?? '').slice(0, MAX_SHOWN_LENGTH)) })
  }
  if (rows.length === 0)
    throw new ServiceError(
      'invalid',
      sentence`The sheet has no bands; add one row for each band below the header.`,
    )
  if (rows.length > BAND_SHEET_MAX_ROWS) throw tooMany()
  return { columns, rows, findings: [...findings, ...missingWarnings(missing)] }
}

const isShown = (name: string) => name !== '' && name.toLowerCase() !== FINDINGS_COLUMN

async function readTable(content: Buffer): Promise<RawTable> {
  try {
    const format = formatOf(content, WORDS)
    if (format === 'json')
      throw new ServiceError('unsupported-type', sentence`The sheet is JSON; send a .xlsx or .csv file.`)
    const table = format === 'xlsx' ? await readWorkbook(content, WORDS) : await readText(content)
    requireHeaderOnTop(table, REQUIRED, 'the sheet')
    return table
  } catch (error) {
    throw asRejection(error)
  }
}

async function readText(content: Buffer): Promise<RawTable> {
  const { records } = await readDelimited(content, {
    what: WORDS.what,
    maxRecords: BAND_SHEET_MAX_ROWS + 1,
    maxColumns: MAX_COLUMNS,
    tooMany,
    tooWide: () =>
      new ServiceError('invalid', sentence`The sheet has more than ${fixed(MAX_COLUMNS)} columns.`),
  })
  const [header = [], ...body] = records
  return { header, rows: body.map((cells, i) => ({ row: i + 2, cells })), findings: [] }
}

function validateHeader(names: readonly string[]): Finding[] {
  const findings: Finding[] = []
  const filled = names.filter(isShown)
  for (const name of new Set(filled)) {
    const shown = name.slice(0, 60)
    if (filled.filter((other) => other === name).length > 1)
      findings.push(errorAt(1, shown, `The column '${shown}' appears twice.`, 'Keep one of them.'))
    if (KNOWN.includes(name)) continue
    const near = nearestName(name, KNOWN)
    findings.push(
      errorAt(
        1,
        shown,
        `The column '${shown}' is not known.${near ? ` Did you mean '${near}'?` : ''}`,
        `Remove it, or name it one of ${KNOWN.join(', ')}.`,
      ),
    )
  }
  for (const { name, required, about } of BAND_SHEET_COLUMNS)
    if (required && !names.includes(name))
      findings.push(errorAt(1, name, `The column '${name}' is missing.`, `Add it: ${about}.`))
  return findings
}
