import { setTimeout as sleep } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import type { PgBoss } from 'pg-boss'
import { ChildFailure } from '../isolation/child-failure.ts'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

const FIRST_MS = 20
const LONGEST_MS = 400

/** JSON has no NaN, and numbers of rasters are often that. */
export const packAnswer = (answer: unknown): { answer: string } => ({
  answer: serialize(answer).toString('base64'),
})

/** What the handler of a task returned. Aborting `signal` cancels the task. */
export async function waitForAnswer(
  boss: PgBoss,
  { name, id }: { name: string; id: string },
  signal?: AbortSignal,
): Promise<unknown> {
  for (let pauseMs = FIRST_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_MS)) {
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
    if (signal?.aborted) {
      await boss.cancel(name, id)
      throw new ChildFailure('aborted')
    }
    const task = await boss.getJobById(name, id)
    if (task?.state === 'completed') {
      const { answer } = task.output as unknown as { answer: string }
      return deserialize(Buffer.from(answer, 'base64'))
    }
    // Nobody took it for as long as it is kept, or its workers were lost too often.
    if (!task || task.state === 'failed' || task.state === 'cancelled')
      throw new ServiceError('unavailable', sentence`No worker completed this task. Try again shortly.`)
  }
}
