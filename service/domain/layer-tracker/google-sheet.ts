import { TRACKER_COLUMNS, type TrackerChange, type TrackerColumn } from '#contract/layer-tracker.ts'
import type { Executor } from '../../db/client.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { GoogleSheets } from './google-client.ts'
import { asSheetError, wasAnswered } from './google-error.ts'
import { OutcomeUnknown, type Renew, withSheetLease } from './sheet-lease.ts'
import { compare, type TrackedJob, type TrackerSheet } from './tracker-sheet.ts'

type Cell = string | number | boolean | null
/** The sheet's current state: where our columns and rows are. People may keep their own columns beside them. */
interface Content {
  exists: boolean
  header: string[]
  /** Row number by job, from 1 as in a cell address. */
  rows: Map<number, { row: number; cells: Record<string, Cell> }>
}

/** Written raw, never parsed as if typed: a text that begins with '=' stays a text. */
const RAW = 'RAW'

export function googleSheet(
  { spreadsheets, email }: GoogleSheets,
  db: Executor,
  spreadsheetId: string,
  name: string,
): TrackerSheet {
  const at = (range: string) => `'${name.replaceAll("'", "''")}'!${range}`
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw asSheetError(error, email)
    }
  }

  async function read(renew: Renew = async () => {}): Promise<Content> {
    await renew()
    const { data: book } = await spreadsheets.get({ spreadsheetId, fields: 'sheets.properties.title' })
    const exists = (book.sheets ?? []).some(({ properties }) => properties?.title === name)
    if (!exists) return { exists, header: [], rows: new Map() }
    await renew()
    const { data } = await spreadsheets.values.get({
      spreadsheetId,
      range: at('A1:ZZ'),
      valueRenderOption: 'UNFORMATTED_VALUE',
    })
    return { exists, ...contentOf((data.values ?? []) as Cell[][], name) }
  }

  async function write(
    content: Content,
    jobs: readonly TrackedJob[],
    changes: readonly TrackerChange[],
    send: (request: () => Promise<unknown>) => Promise<void>,
  ) {
    if (!content.exists)
      await send(() =>
        spreadsheets.batchUpdate({
          spreadsheetId,
          requestBody: { requests: [{ addSheet: { properties: { title: name } } }] },
        }),
      )
    const header = [...content.header]
    for (const column of TRACKER_COLUMNS) if (!header.includes(column)) header.push(column)
    const data = header.length > content.header.length ? [{ range: at('A1'), values: [header] }] : []
    for (const { job_id, changes: cells } of changes) {
      const found = content.rows.get(job_id)
      if (!found) continue
      const job = jobs.find(({ jobId }) => jobId === job_id)!
      for (const { column } of cells) {
        const range = at(`${letters(header.indexOf(column))}${found.row}`)
        data.push({ range, values: [[job.cells[column as TrackerColumn]] as never] })
      }
    }
    if (data.length > 0)
      await send(() =>
        spreadsheets.values.batchUpdate({
          spreadsheetId,
          requestBody: { valueInputOption: RAW, data },
        }),
      )
    const added = jobs.filter(({ jobId }) => !content.rows.has(jobId))
    if (added.length === 0) return
    await send(() =>
      spreadsheets.values.append({
        spreadsheetId,
        range: at('A1'),
        valueInputOption: RAW,
        insertDataOption: 'INSERT_ROWS',
        requestBody: { values: added.map(({ cells }) => header.map((column) => cells[column] ?? null)) },
      }),
    )
  }

  /** The sheet may be sorted or edited while we write: an error is better than a duplicate or the wrong row. */
  async function verify(before: Content, jobs: readonly TrackedJob[], renew: Renew): Promise<void> {
    const after = await read(renew)
    const moved = jobs.some(({ jobId, cells }) => {
      const found = after.rows.get(jobId)
      return !found || compare({ jobId, cells }, found.cells).state !== 'same'
    })
    if (moved || after.rows.size < before.rows.size)
      throw new ServiceError(
        'conflict',
        sentence`Someone changed the sheet while it was being written. Check it, then add the layers again.`,
      )
  }

  return {
    preview: (jobs) =>
      guarded(async () => {
        const { rows } = await read()
        return jobs.map((job) => compare(job, rows.get(job.jobId)?.cells))
      }),
    add: (jobs) =>
      withSheetLease(db, spreadsheetId, async (renew) => {
        const content = await guarded(() => read(renew))
        const changes = jobs.map((job) => compare(job, content.rows.get(job.jobId)?.cells))
        if (changes.every(({ state }) => state === 'same')) return changes
        await write(content, jobs, changes, async (request) => {
          await renew()
          try {
            await request()
          } catch (error) {
            const sheetError = asSheetError(error, email)
            throw wasAnswered(error) ? sheetError : new OutcomeUnknown('', { cause: sheetError })
          }
        })
        await guarded(() => verify(content, jobs, renew))
        return changes
      }),
  }
}

function contentOf(values: Cell[][], name: string): Omit<Content, 'exists'> {
  const header = (values[0] ?? []).map((cell) => String(cell ?? '').trim())
  const key = header.indexOf('job_id')
  if (key < 0 && values.some((row) => row.some((cell) => String(cell ?? '') !== '')))
    throw new ServiceError(
      'conflict',
      sentence`The sheet '${name}' holds something else: its first row has no column job_id. Name an empty sheet, or one that does not exist yet.`,
      { errors: [{ field: 'sheet_name', message: 'Its first row has no column job_id.' }] },
    )
  const rows: Content['rows'] = new Map()
  for (const [i, row] of values.entries()) {
    if (i === 0 || key < 0) continue
    const jobId = Number(row[key])
    // If a job appears twice, its first row counts.
    if (!Number.isInteger(jobId) || jobId < 1 || rows.has(jobId)) continue
    const cells = Object.fromEntries(header.map((column, at) => [column, row[at] ?? '']))
    rows.set(jobId, { row: i + 1, cells })
  }
  return { header, rows }
}

/** 0 → A, 25 → Z, 26 → AA. */
function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
