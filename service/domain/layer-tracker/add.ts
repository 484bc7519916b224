import type { Answer, Body } from '#contract/endpoint.ts'
import {
  TRACKER_STATES,
  type addToLayerTracker,
  type previewLayerTracker,
  type TrackerChange,
} from '#contract/layer-tracker.ts'
import type { Actor, Services } from '../../context.ts'
import { describe } from './describe.ts'
import { openSheet } from './open-sheet.ts'

type AddRequest = Body<typeof addToLayerTracker>

export async function add(
  services: Services,
  actor: Actor,
  { sheet_id, sheet_name, job_ids, create = false }: AddRequest,
): Promise<Answer<typeof addToLayerTracker>> {
  const jobs = await describe(services.db, job_ids)
  const sheet = await openSheet(services, sheet_id, sheet_name, create)
  const counts = count(await sheet.add(jobs, actor.id))
  const totals = TRACKER_STATES.filter((state) => counts[state] > 0).map(
    (state) => `${counts[state]} ${state}`,
  )
  return { msg: `Sheet '${sheet_name}': ${totals.join(', ')}.`, ...counts }
}

export async function preview(
  services: Services,
  { sheet_id, sheet_name, job_ids, create = false }: AddRequest,
): Promise<Answer<typeof previewLayerTracker>> {
  const jobs = await describe(services.db, job_ids)
  const sheet = await openSheet(services, sheet_id, sheet_name, create)
  const content = await sheet.preview(jobs)
  return { content, totalElements: content.length }
}

const count = (changes: readonly TrackerChange[]) => {
  const counts = { new: 0, changed: 0, same: 0 }
  for (const { state } of changes) counts[state]++
  return counts
}
