import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRACKER_COLUMNS } from '#contract/layer-tracker.ts'
import { job_adm } from '#service/db/schema.ts'
import { describe as describeJobs } from '#service/domain/layer-tracker/describe.ts'
import { compare } from '#service/domain/layer-tracker/tracker-sheet.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let fixture: LayerFixture
beforeAll(async () => {
  service = await createTestService()
  fixture = await createLayerFixture(service.services, (await service.logIn('staff')).id)
})
afterAll(() => service.close())

describe('a row of a tracker', () => {
  it('counts units that were tested and that passed; untestable ones are neither', async () => {
    const { db } = service.services
    const id = await fixture.addJob({
      status: 'completed',
      all_adm_pass: false,
      is_overfit: null,
      final: true,
    })
    const unit = { job_id: id, level: 1, name: 'Unit', clusters: 12 }
    await db.insert(job_adm).values(
      [true, true, false, null].map((pass, position) => ({
        ...unit,
        code: `U${position}`,
        position,
        pass,
      })),
    )
    const [{ cells }] = await describeJobs(db, [id])
    expect(cells).toMatchObject({ adm_units: 3, adm_units_passed: 2 })
    expect(cells).toMatchObject({ all_adm_pass: 'no', is_overfit: '', final: 'yes', job_id: id })
  })

  it('is new, unchanged or changed, for numbers and words alike, whatever is beside it', async () => {
    const [job] = await describeJobs(service.services.db, [await fixture.addJob()])
    const previous = { ...job.cells, 'Our notes': 'looks good' }
    expect(compare(job, undefined)).toEqual({ job_id: job.jobId, state: 'new', changes: [] })
    expect(compare(job, previous)).toEqual({ job_id: job.jobId, state: 'same', changes: [] })
    expect(compare(job, { ...previous, adm_units: 7, status: 'running' })).toEqual({
      job_id: job.jobId,
      state: 'changed',
      changes: [
        { column: 'status', before: 'running', after: 'pending' },
        { column: 'adm_units', before: '7', after: '0' },
      ].toSorted(
        (a, b) => TRACKER_COLUMNS.indexOf(a.column as never) - TRACKER_COLUMNS.indexOf(b.column as never),
      ),
    })
  })
})
