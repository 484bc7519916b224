import { sentence } from '../../sentence.ts'
import { TableError } from '../../tables/table-error.ts'
import type { Caller } from '../../context.ts'
import { isBeyondLimits } from '../../isolation/child-failure.ts'
import { createFairSlots } from '../../isolation/fair-slots.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import type { TableAnswer } from './answer-table.ts'

/** The largest points file (50 MiB in 20,000,000 cells) takes 8 s and an answer of 70 MiB. */
const LIMITS = { wallMs: 90_000, cpuMs: 30_000, memoryMiB: 1536, answerBytes: 112 * 2 ** 20 }
/** Text within both limits is read in milliseconds. */
const SMALL_BYTES = 64 * 2 ** 10
const FEW_LINES = 4000

const slots = createFairSlots({
  slots: 3,
  perPerson: 2,
  waitingPerPerson: 10,
  busy: sentence`Your previous tables are still being read. Try again in a few seconds.`,
})

/** Small text needs no process; a workbook always does, since a small archive may unpack to a large one. */
export const isSmallText = (content: Buffer) =>
  content.length <= SMALL_BYTES &&
  content.toString('latin1', 0, 2) !== 'PK' &&
  content.toString('latin1').split(/\r\n?|\n/, FEW_LINES + 1).length <= FEW_LINES

/**
 * Reads a table in a child process whose module is a call of `answerTable`.
 * @throws TableError with one sentence, in which `what` names the file
 */
export async function readInChild<Table>(
  module: URL,
  { what, input, content }: { what: string; input: unknown; content: Buffer },
  { personId, signal }: Caller,
): Promise<Table> {
  try {
    const work = () => runInChild<TableAnswer<Table>>({ module, input, content, limits: LIMITS, signal })
    const answer = await slots.run(personId, work, signal)
    if ('table' in answer) return answer.table
    throw new TableError(answer.rejected.kind, answer.rejected.message)
  } catch (error) {
    if (!isBeyondLimits(error)) throw error
    throw new TableError(
      'too-large',
      `${what} holds more than can be read in reasonable time and memory. Split it, or remove what is not needed.`,
    )
  }
}
