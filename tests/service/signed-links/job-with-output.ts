import type { Services } from '#service/context.ts'
import { job_outputs } from '#service/db/schema.ts'
import { storeFile } from '../../support/store-file.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'

/** A completed job whose 'mean' has these bytes. */
export async function addJobWithOutput(
  services: Services,
  ownerId: number,
  content: Buffer,
  name = 'mean.tif',
): Promise<{ id: number; anotherPending: number }> {
  const fixture = await createLayerFixture(services, ownerId)
  const id = await fixture.addJob({ status: 'completed' })
  const file = await storeFile(services, {
    name,
    mediaType: 'image/tiff',
    content,
    createdBy: ownerId,
    folder: `jobs/${id}`,
  })
  await services.db.insert(job_outputs).values({ job_id: id, type: 'mean', file_id: file.id })
  return { id, anotherPending: await fixture.addJob() }
}
