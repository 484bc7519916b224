import type { Caller } from '../../context.ts'
import { isBeyondLimits } from '../../isolation/child-failure.ts'
import { createFairSlots } from '../../isolation/fair-slots.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { Rectangle } from '../../geometry/rectangles-met.ts'
import type { OutlinesToValidate } from './validate-outlines.ts'
import type { OutlineQuestion } from './outline-questions.ts'
import type { ValidatedToStore, OutlineTask } from './outline-task.ts'

const MODULE = new URL('./outline.child.ts', import.meta.url)
/** Two million positions, the maximum, take 15 s, 900 MiB and an answer of 80 MiB. */
const LIMITS = { wallMs: 120_000, cpuMs: 60_000, memoryMiB: 1536, answerBytes: 128 * 2 ** 20 }

const slots = createFairSlots({
  slots: 2,
  perPerson: 1,
  waitingPerPerson: 5,
  busy: sentence`Your previous outlines are still being processed. Try again in a few seconds.`,
})

/** Everything about a file of outlines; without `geometries` only findings and the number of places. */
export const validateInChild = (
  { content, ...input }: OutlinesToValidate,
  geometries: boolean,
  caller: Caller,
): Promise<ValidatedToStore> => run({ kind: 'validate', input, geometries }, content, caller)

/** Simplified outlines, each as JSON. They are loaded when it is their turn: those of many callers would fill the memory. */
export const simplifyInChild = (
  load: () => Promise<readonly string[]>,
  tolerance: number,
  caller: Caller,
): Promise<string[]> =>
  run({ kind: 'simplify', tolerance }, async () => Buffer.from((await load()).join('\n')), caller)

/** Places of the outlines that share a point with one of the boxes; outlines are loaded as in `simplifyInChild`. */
export const meetInChild = (
  load: () => Promise<readonly string[]>,
  boxes: Rectangle[],
  caller: Caller,
): Promise<number[]> =>
  run({ kind: 'meet', boxes }, async () => Buffer.from((await load()).join('\n')), caller)

/** The answer about outlines; the content is geometries as JSON, one per line. */
export const askInChild = <Answer>(
  content: Uint8Array,
  question: OutlineQuestion,
  caller: Caller,
): Promise<Answer> => run({ kind: 'ask', question }, content, caller)

/** @throws ServiceError when the outlines take too long or too much, or when the person has too many in progress */
async function run<Answer>(
  input: OutlineTask,
  content: Uint8Array | (() => Promise<Uint8Array>),
  { personId, signal }: Caller,
): Promise<Answer> {
  const work = async () => {
    const bytes = typeof content === 'function' ? await content() : content
    return runInChild<Answer>({ module: MODULE, input, content: bytes, limits: LIMITS, signal })
  }
  try {
    return await slots.run(personId, work, signal)
  } catch (error) {
    if (!isBeyondLimits(error)) throw error
    throw new ServiceError(
      'invalid',
      sentence`These outlines are too numerous or too detailed to be processed. Simplify them and try again.`,
    )
  }
}
