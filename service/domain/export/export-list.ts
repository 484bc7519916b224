import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ExportFormat } from '#contract/lists/export-limits.ts'
import type { Database, Executor } from '../../db/client.ts'
import { csvHead, csvLine } from '../../tables/write-csv.ts'
import type { Cell } from '../../tables/table.ts'
import { streamXlsx } from '../../tables/stream-xlsx.ts'
import { answerColumns } from './answer-columns.ts'
import { chooseColumns } from './choose-columns.ts'
import { describeQuery, notesOf } from './describe-query.ts'
import { type PageOf, openPages } from './read-pages.ts'
import { streamOf, tableFile } from './table-file.ts'

interface Wanted {
  format: ExportFormat
  describe: boolean
  bom: boolean
  columns?: string[]
  [filter: string]: unknown
}

/** The verb of a list. */
export type ReadList<Q> = (at: Executor, query: Q, personId: number) => Promise<PageOf<unknown>>

/** Every item of a list as a row of a file. */
export function exportList(
  db: Database,
  {
    what,
    answer,
    query: { format, describe, bom, columns: names, ...query },
    read,
    personId,
    now = new Date(),
  }: {
    /** Names the file and the sheet. */
    what: string
    answer: z.ZodObject
    query: Wanted
    read: ReadList<object>
    personId: number
    now?: Date
  },
) {
  const columns = chooseColumns(answerColumns(answer), names)
  const header = columns.map(({ name }) => name)
  const comments = describe ? describeQuery(what, query, now) : []
  return tableFile({ what, format, now }, async (): Promise<Readable> => {
    const { batches, close } = await openPages(
      db,
      (at, page) => read(at, { ...query, ...page }, personId),
      personId,
    )
    async function* cells(): AsyncGenerator<Cell[][]> {
      for await (const batch of batches) yield batch.map((item) => columns.map(({ cellOf }) => cellOf(item)))
    }
    async function* csv(): AsyncGenerator<string> {
      yield csvHead(comments, header, bom)
      for await (const batch of cells()) yield batch.map(csvLine).join('')
    }
    return streamOf(
      format === 'csv' ? csv() : streamXlsx(what, { notes: notesOf(comments), columns, batches: cells() }),
      close,
    )
  })
}
