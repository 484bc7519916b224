import { eq } from '#drizzle'
import type { JobMethods, MethodsBlock } from '#contract/jobs/job-methods.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bands, job_outputs, jobs, projects, submissions, surveys } from '#service/db/schema.ts'
import { findOutput } from '#service/domain/outputs/find-output.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'
import { PRIOR_CURVE_SD } from '#service/modelling/components/curves.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'

let service: TestService
let owner: TestPerson
let fixture: LayerFixture
let worker: RunningWorker
let id: number

const get = (url: string, headers = owner.headers) => service.inject({ url, headers })
const methodsOf = async (job: number) => (await get(`/modeling/v1/jobs/${job}/methods`)).json<JobMethods>()
const pageOf = async (job: number) => (await get(`/modeling/v1/jobs/${job}/methods/page`)).body
const storedPage = async (job: number) => {
  const { db, files } = service.services
  return (await files.readAll((await findOutput(db, job, 'methods')).key)).toString()
}
const item = ({ items }: JobMethods, number: number) => items[number - 1].blocks
const gapsOf = (blocks: MethodsBlock[]) =>
  blocks.flatMap((block) => (block.kind === 'gap' ? [block.text] : []))
const factsOf = (blocks: MethodsBlock[]) =>
  Object.fromEntries(
    blocks.flatMap((block) =>
      block.kind === 'facts' ? block.rows.map(({ label, value }) => [label, value] as const) : [],
    ),
  )

/** The methods of a job like the first one, with other diagnostics. */
async function withDiagnostics(change: (first: Record<string, object>) => object): Promise<JobMethods> {
  const { db } = service.services
  const [{ diagnostics }] = await db.select().from(jobs).where(eq(jobs.id, id))
  const first = diagnostics as Record<string, object>
  const job = await fixture.addJob({ status: 'completed', diagnostics: { ...first, ...change(first) } })
  const outputs = await db.select().from(job_outputs).where(eq(job_outputs.job_id, id))
  await db.insert(job_outputs).values(outputs.map((output) => ({ ...output, job_id: job })))
  return methodsOf(job)
}

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  service.services.config.commit = 'c0ffee'
  owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
  const { db, queue } = service.services
  await db.update(bands).set({ unit: 'm', source: 'SRTM' }).where(eq(bands.name, 'tst_height'))
  worker = await startWorker(service.services)
  id = await fixture.addJob()
  await db.transaction((tx) => sendLayers(queue, tx, [id]))
  await waitUntilEnded(db, [id])
}, 60_000)
afterAll(async () => {
  await worker.stop()
  await service.close()
})

describe('the methods of a job', () => {
  it('have the 18 items of the checklist, with what the record knows', async () => {
    const methods = await methodsOf(id)
    expect(methods.items.map(({ number }) => number)).toEqual(Array.from({ length: 18 }, (_, i) => i + 1))
    for (const { blocks, title } of methods.items) expect(blocks, title).not.toEqual([])
    expect(factsOf(item(methods, 1))).toMatchObject({ Country: 'Testland (TST)', Cells: '440' })
    expect(factsOf(item(methods, 3))['SHA-256']).toMatch(/^[0-9a-f]{64}$/)
    const rasters = item(methods, 7).flatMap((block) => (block.kind === 'table' ? block.rows : []))
    expect(rasters[0].slice(0, 5)).toEqual(['tst_height', 'SRTM', '–', 'm', '11,120 m'])
    expect(gapsOf(item(methods, 7))[0]).toBe(
      "The source is not stated for 'tst_rain', 'tst_people'. Edit the bands in the catalogue to state it.",
    )
    expect(factsOf(item(methods, 14))).toMatchObject({ Commit: 'c0ffee', Seed: '1' })
    expect(JSON.stringify(item(methods, 14))).toContain('diagnostics.json and the log also say how long')
    expect(item(methods, 15)[0]).toMatchObject({ kind: 'table', caption: 'Files of the job' })
  })

  it('are a file of the job, the same as the page of the completed job', async () => {
    const stored = await storedPage(id)
    expect(stored).toBe(await pageOf(id))
    expect(stored).toContain('<h3>18. Limits</h3>')
    const report = (await get(`/modeling/v1/jobs/by-key/${(await methodsOf(id)).job_key}`)).json()
    expect(report.outputs.map(({ type }: { type: string }) => type)).toContain('methods')
  })

  it('say what the survey and the project say, and where to say it', async () => {
    const { db } = service.services
    const before = await methodsOf(id)
    expect(gapsOf(item(before, 1))).toHaveLength(3)
    expect(gapsOf(item(before, 2))[0]).toContain('the submission belongs to no project')
    const url = `/survey/v1/surveys/${fixture.surveyId}`
    await db.update(surveys).set({ created_by: owner.id }).where(eq(surveys.id, fixture.surveyId))
    const described = await service.inject({
      method: 'PUT',
      url,
      headers: owner.headers,
      payload: {
        indicator_definition: 'Height for age < −2 SD & "measured"',
        age_group: 'Children of 6 to 59 months',
        period: 'May 2024',
        source_url: 'https://example.org/survey',
        licence: 'CC BY 4.0',
      },
    })
    expect(described.statusCode, described.body).toBe(200)
    const [project] = await db
      .insert(projects)
      .values({ name: 'Water', funding: 'A fund', data_sharing: 'Write to <ada@example.org>' })
      .returning()
    await db
      .update(submissions)
      .set({ project_id: project.id })
      .where(eq(submissions.id, fixture.submissionId))
    const after = await methodsOf(id)
    expect(gapsOf(item(after, 1))).toEqual([])
    expect(factsOf(item(after, 1))['Period']).toBe('May 2024')
    expect(gapsOf(item(after, 2))).toEqual([])
    expect(gapsOf(item(after, 8))).toEqual([])
    expect(gapsOf(item(after, 3))[0]).toContain("Edit the project 'Water'")
    const page = await pageOf(id)
    expect(page).toContain('Height for age &lt; −2 SD &amp; &quot;measured&quot;')
    expect(page).toContain('Write to &lt;ada@example.org&gt;')
    expect(page).toContain('<a href="https://example.org/survey" rel="noreferrer">')
    expect(await storedPage(id)).not.toContain('May 2024')
  })

  it('warn before the national figure if towns may count too much', async () => {
    const message = 'The survey marks urban clusters, but has no weights.'
    const warned = await withDiagnostics(({ parameters }) => ({
      parameters: { ...parameters, weighted: false },
      findings: [{ kind: 'urban-share', message }],
    }))
    expect(item(warned, 16)[0]).toEqual({ kind: 'text', text: message })
  })

  it('claim no more of parameters than the record has', async () => {
    const wordsOf = async (change: object) => {
      const methods = await withDiagnostics(({ parameters }) => ({
        parameters: { ...parameters, ...change },
      }))
      return JSON.stringify([methods.items[9], methods.items[12]])
    }
    const held = await wordsOf({ urban_share: 0.3, sampled_urban_share: 0.3, intervals: null })
    expect(held).toContain('held at their most probable values')
    expect(held).toContain('of the surface between clusters, and of the counts')
    expect(held).toContain('30.0 % of the people, which is the survey’s.')
    const weighed = await wordsOf({ urban_share: 0.3, sampled_urban_share: 0.5 })
    expect(weighed).toContain('take several values around their most probable ones')
    expect(weighed).toContain('of the surface between clusters, of its parameters, and of the counts')
    expect(weighed).toContain('given by the layer')
    expect(await wordsOf({ prior_variance_mean: 0.5, curves: [{ name: 'evi', edf: 2 }] })).toContain(
      `τ_j ~ log-normal (median ${PRIOR_CURVE_SD}, sd of logs 1)`,
    )
  })

  it('are there for completed jobs only', async () => {
    const answers = async (job: number, part = '') => {
      const answer = await get(`/modeling/v1/jobs/${job}/methods${part}`)
      return [answer.statusCode, answer.json().detail]
    }
    const waiting = await fixture.addJob()
    const failed = await fixture.addJob({ status: 'failed', reason: 'No clusters.' })
    for (const part of ['', '/page']) {
      expect(await answers(waiting, part)).toEqual([
        409,
        `Job ${waiting} is pending; its methods are available once it is completed.`,
      ])
      expect(await answers(failed, part)).toEqual([409, `Job ${failed} is failed, so it has no methods.`])
      expect(await answers(4711, part)).toEqual([404, 'There is no job 4711.'])
    }
    const page = await get(`/modeling/v1/jobs/${id}/methods/page`)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-disposition']).toMatch(/^attachment; filename="[^"]+-methods\.html"/)
  })
})
