import { TableError } from '../../tables/table-error.ts'
import { answerParent } from '../../isolation/answer-parent.ts'

export type TableAnswer<Table> =
  | { table: Table }
  | { rejected: { kind: TableError['kind']; message: string } }

/** The whole of a child's module that reads a table; an unreadable table is an answer, too. */
export function answerTable<Input, Table>(
  read: (input: Input, content: Buffer) => Table | Promise<Table>,
): void {
  answerParent(async (input: Input, content): Promise<TableAnswer<Table>> => {
    try {
      return { table: await read(input, content) }
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      return { rejected: { kind: error.kind, message: error.message } }
    }
  })
}
