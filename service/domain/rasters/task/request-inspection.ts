import type { Caller, Services } from '#service/context.ts'
import { createFairSlots } from '#service/isolation/fair-slots.ts'
import { type RasterWork, rasterWork } from '#service/tasks/rasters/raster-work.definition.ts'
import { fixed, sentence } from '#service/sentence.ts'
import type { RasterResult } from './do-raster-work.ts'
import { type RasterAnswer, unpackRasterAnswer } from './raster-answer.ts'

const WAITING_PER_PERSON = 20

/** One task per person in the queue: the next waits its turn behind those of everybody else. */
const slots = createFairSlots({
  slots: 100,
  perPerson: 1,
  waitingPerPerson: WAITING_PER_PERSON,
  busy: sentence`${fixed(WAITING_PER_PERSON)} of your rasters are already waiting to be inspected. Try again when some of them are done.`,
})

/**
 * Sends the work to a worker and waits for its answer; stops it when the caller no longer waits.
 * @throws RasterError with a sentence for the person if the raster is at fault; ServiceError, 'unavailable' if too many
 * of theirs are waiting; ChildFailure
 */
export function requestInspection(
  { queue }: Pick<Services, 'queue'>,
  work: RasterWork,
  { personId, signal }: Caller,
): Promise<RasterResult> {
  const ask = () => queue.ask<typeof rasterWork.payload, RasterAnswer<RasterResult>>(rasterWork, work, signal)
  return slots.run(personId, async () => unpackRasterAnswer(await ask()), signal)
}
