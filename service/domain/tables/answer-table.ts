import { TableError } from '../../tables/table-error.ts'
import { runChildOnce } from '../../isolation/run-child-once.ts'

export type TableAnswer<Table> =
  | { table: Table }
  | { rejected: { kind: TableError['kind']; message: string } }

/** The whole of a child's module that reads a table; an unreadable table is an answer, too. */
export function answerTable<Input, Table>(
  read: (input: Input, content: Buffer) => Table | Promise<Table>,
): void {
  runChildOnce(async (input: Input, content): Promise<TableAnswer<Table>> => {
    try {
      return { table: await read(input, content) }
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      return { rejected: { kind: error.kind, message: error.message } }
    }
  })
}
