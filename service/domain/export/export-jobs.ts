import { Readable } from 'node:stream'
import { type SQL, sql } from 'drizzle-orm'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Query } from '#contract/endpoint.ts'
import { type ExportFormat, XLSX_MAX_ROWS, type exportJobs } from '#contract/export.ts'
import type { Database } from '../../db/client.ts'
import { csvLine, sheetCell } from './cells.ts'
import { JOB_COLUMNS, selectAllJobs } from './job-columns.ts'
import { fetchLines, openCursor } from './read-cursor.ts'

const BUFFERED_BYTES = 256 * 2 ** 10
const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Input = Query<typeof exportJobs>

/**
 * Every job that matches the filters, as a file generated while it is sent; `open` queries the database. `personId`:
 * the person whose quota it uses; null: nobody's.
 */
export function exportAllJobs(
  db: Database,
  { format, ...query }: Input,
  personId: number | null = null,
  now = new Date(),
) {
  return {
    name: `jobs-${now.toISOString().slice(0, 10)}.${format}`,
    mediaType: MEDIA_TYPES[format],
    size: null,
    open: () => (format === 'csv' ? openCsv(db, query, personId) : openXlsx(db, query, personId)),
  }
}

type Filters = Omit<Input, 'format'>

async function openCsv(db: Database, query: Filters, personId: number | null): Promise<Readable> {
  const select = selectAllJobs(csvLine(JOB_COLUMNS), query)
  const cursor = await openCursor<[string]>(db, select, personId, fetchLines)
  async function* lines(): AsyncGenerator<string> {
    yield `${JOB_COLUMNS.map(({ name }) => name).join(',')}\r\n`
    for await (const [[text]] of cursor.batches) yield text
  }
  return streamOf(lines(), () => cursor.close())
}

async function openXlsx(db: Database, query: Filters, personId: number | null): Promise<Readable> {
  const cells: SQL = sql.join(JOB_COLUMNS.map(sheetCell), sql`, `)
  const all = sql`${selectAllJobs(cells, query)} limit ${sql.raw(String(XLSX_MAX_ROWS - 1))}`
  const cursor = await openCursor<(string | number | boolean | null)[]>(db, all, personId)
  async function* rows() {
    for await (const batch of cursor.batches) yield* batch
  }
  const workbook = writeXlsxStream(rows(), {
    name: 'jobs',
    columns: JOB_COLUMNS.map(({ name }) => ({ key: name, header: name })),
  })
  return streamOf(workbook[Symbol.asyncIterator](), () => cursor.close())
}

/**
 * Pulls from `source` as it is read. If reading stops early, it ends the statement at once instead of waiting for the
 * next batch.
 */
function streamOf(source: AsyncIterator<string | Uint8Array>, close: () => Promise<void>): Readable {
  return new Readable({
    highWaterMark: BUFFERED_BYTES,
    read() {
      source.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      close().then(
        () => done(error),
        (fault: Error) => done(error ?? fault),
      )
    },
  })
}
