import { type SQL, PgDialect, sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { type Batches, openBatches } from './read-batches.ts'

const FIRST_ROWS = 200
const ROWS = 1000

/** Rows unchanged. */
const fetchRows = (count: number) => `fetch ${count} from export`
/** Lines of text as a single row: far less work and memory here. Nothing at the end. */
export const fetchLines = (count: number) =>
  `select lines from fetch_lines('export', ${count}) lines where lines <> ''`

const toText = (statement: SQL) => new PgDialect().sqlToQuery(statement)

/** Opens a server-side cursor: a consistent snapshot of any number of rows. */
export function openCursor<Row extends unknown[]>(
  db: Database,
  select: SQL,
  personId: number | null = null,
  fetch = fetchRows,
): Promise<Batches<Row>> {
  let count = FIRST_ROWS
  return openBatches<Row>(db, personId, {
    start(client) {
      const { sql: text, params } = toText(sql`declare export no scroll cursor for ${select}`)
      return client.query(text, params)
    },
    async next(client) {
      const { rows } = await client.query<Row>({ text: fetch(count), rowMode: 'array' })
      count = ROWS
      return rows
    },
  })
}
