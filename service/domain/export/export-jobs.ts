import type { Readable } from 'node:stream'
import { type SQL, sql } from '#drizzle'
import type { Query } from '#contract/endpoint.ts'
import type { exportJobs } from '#contract/lists/export.ts'
import { XLSX_MAX_ROWS } from '#contract/lists/export-limits.ts'
import type { Database } from '../../db/client.ts'
import type { Cell } from '../../tables/table.ts'
import { xmlText } from '../../tables/plain-text.ts'
import { csvHead } from '../../tables/write-csv.ts'
import { streamXlsx } from '../../tables/stream-xlsx.ts'
import { type Column, csvLineSql, sheetCell } from './cells.ts'
import { chooseColumns } from './choose-columns.ts'
import { describeQuery, notesOf } from './describe-query.ts'
import { JOB_COLUMNS, selectAllJobs } from './job-columns.ts'
import { fetchLines, openCursor } from './read-cursor.ts'
import { streamOf, tableFile } from './table-file.ts'

type Input = Query<typeof exportJobs>
type Filters = Omit<Input, 'format' | 'describe' | 'bom' | 'columns'>

interface FileParts {
  columns: readonly Column[]
  comments: string[]
  bom: boolean
  personId: number | null
}

/** Every job that matches the filters. `personId`: the person whose quota it uses; null: nobody's. */
export function exportAllJobs(
  db: Database,
  { format, describe, bom, columns: names, ...query }: Input,
  personId: number | null = null,
  now = new Date(),
) {
  const columns = chooseColumns(JOB_COLUMNS, names)
  const comments = describe ? describeQuery('jobs', query, now) : []
  const open = format === 'csv' ? openCsv : openXlsx
  return tableFile({ what: 'jobs', format, now }, () => open(db, query, { comments, columns, bom, personId }))
}

async function openCsv(
  db: Database,
  query: Filters,
  { comments, columns, bom, personId }: FileParts,
): Promise<Readable> {
  const select = selectAllJobs(csvLineSql(columns), query)
  const cursor = await openCursor<[string]>(db, select, personId, fetchLines)
  async function* csv(): AsyncGenerator<string> {
    yield csvHead(
      comments,
      columns.map(({ name }) => name),
      bom,
    )
    for await (const [[text]] of cursor.batches) yield xmlText(text)
  }
  return streamOf(csv(), () => cursor.close())
}

async function openXlsx(
  db: Database,
  query: Filters,
  { comments, columns, personId }: FileParts,
): Promise<Readable> {
  const cells: SQL = sql.join(columns.map(sheetCell), sql`, `)
  const most = XLSX_MAX_ROWS - 1
  const all = sql`${selectAllJobs(cells, query)} limit ${sql.raw(String(most))}`
  const cursor = await openCursor<Cell[]>(db, all, personId)
  const sheet = streamXlsx('jobs', {
    notes: notesOf(comments),
    columns: columns.map(({ name, kind }) => ({
      name,
      kind: kind === 'time' || kind === 'date' ? kind : 'other',
    })),
    batches: cursor.batches,
  })
  return streamOf(sheet, () => cursor.close())
}
