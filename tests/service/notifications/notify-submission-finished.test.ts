import { desc, eq } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_NOTIFICATIONS } from '#contract/notifications.ts'
import { jobs, mail_outbox, notifications, submissions, users } from '#service/db/schema.ts'
import { claimJob } from '#service/domain/jobs/run-layer/claim.ts'
import { completeJob } from '#service/domain/jobs/run-layer/complete.ts'
import { failJob, failLostJob } from '#service/domain/jobs/run-layer/fail.ts'
import type { ClaimedJob, LayerOutcome } from '#service/domain/jobs/run-layer/layer-task.ts'
import { composeMail } from '#service/domain/accounts/compose-mail.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let owner: TestPerson
let fixture: LayerFixture
beforeAll(async () => {
  service = await createTestService()
  fixture = await createLayerFixture(service.services, (await service.logIn('staff')).id)
})
afterAll(() => service.close())

const db = () => service.services.db
let submissionId: number
/** A new person with a new submission for each test. */
beforeEach(async () => {
  owner = await service.logIn('staff')
  const [{ config_file_id }] = await db().select().from(submissions).limit(1)
  const [made] = await db()
    .insert(submissions)
    .values({ title: 'Water, second round', app_user_id: owner.id, config_file_id })
    .returning()
  submissionId = made.id
})

const addJobs = async (count: number) => {
  const ids: number[] = []
  for (let i = 0; i < count; i++)
    ids.push(await fixture.addJob({ submission_id: submissionId, app_user_id: owner.id }))
  return ids
}
const claimed = async (id: number) => (await claimJob(db(), id)) as ClaimedJob
const OUTCOME = {
  allAdmPass: true,
  isOverfit: false,
  surfaces: null,
  diagnostics: {},
  adm: [],
  written: [],
} as unknown as LayerOutcome
const complete = async (id: number) => completeJob(db(), await claimed(id), OUTCOME, [])
const fail = async (id: number) => failJob(db(), await claimed(id), 'It failed.', [])

const call = (method: 'GET' | 'PUT' | 'POST', url: string, person: TestPerson, payload?: object) =>
  service.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) })
const listed = async (person = owner) => (await call('GET', '/users/me/notifications', person)).json()
const unread = async (person = owner) =>
  (await call('GET', '/users/me/notifications?read=false', person)).json().totalElements
const prefer = (preferences: object) =>
  call('PUT', '/users/me/notification-preferences', owner, {
    in_workspace: true,
    by_email: false,
    failures_only: false,
    ...preferences,
  })
const mails = () =>
  db().select().from(mail_outbox).where(eq(mail_outbox.recipient, owner.email)).orderBy(mail_outbox.id)

describe('the end of a submission', () => {
  it('notifies its owner once, with the last job', async () => {
    const [first, second, third] = await addJobs(3)
    await complete(first)
    await fail(second)
    expect(await listed()).toEqual({ content: [], totalElements: 0 })
    await complete(third)
    expect(await listed()).toMatchObject({
      content: [
        {
          submission_id: submissionId,
          title: 'Water, second round',
          completed: 2,
          failed: 1,
          cancelled: 0,
          read: false,
        },
      ],
      totalElements: 1,
    })
    expect(await mails()).toEqual([])
  })

  it('notifies once when the same ending is delivered twice', async () => {
    const [id] = await addJobs(1)
    await prefer({ by_email: true })
    const claim = await claimed(id)
    expect(await completeJob(db(), claim, OUTCOME, [])).toBe(true)
    expect(await completeJob(db(), claim, OUTCOME, [])).toBe(false)
    expect(await failJob(db(), claim, 'Late.', [])).toBe(false)
    expect(await failLostJob(db(), id)).toBe(null)
    expect((await listed()).totalElements).toBe(1)
    expect(await mails()).toHaveLength(1)
  })

  it('notifies when its last jobs end at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      await db().delete(notifications)
      await db().delete(jobs).where(eq(jobs.submission_id, submissionId))
      const claims = await Promise.all((await addJobs(6)).map(claimed))
      await Promise.all(claims.map((claim) => completeJob(db(), claim, OUTCOME, [])))
      expect((await listed()).content).toMatchObject([{ completed: 6 }])
    }
  })

  it('that is rolled back, as by a worker that is killed, notifies nobody; the next attempt does', async () => {
    const [id] = await addJobs(1)
    await prefer({ by_email: true })
    const claim = await claimed(id)
    const broken = { key: null } as never
    await expect(completeJob(db(), claim, { ...OUTCOME, adm: [broken] }, [])).rejects.toThrow()
    expect([(await listed()).totalElements, (await mails()).length]).toEqual([0, 0])
    await complete(id)
    expect([(await listed()).totalElements, (await mails()).length]).toEqual([1, 1])
  })

  it('by a lost worker notifies too', async () => {
    const [id] = await addJobs(1)
    await claimed(id)
    expect(await failLostJob(db(), id)).toBe(1)
    expect((await listed()).content).toMatchObject([{ completed: 0, failed: 1 }])
  })

  it('notifies the author and the person to whom it was handed over', async () => {
    const heir = await service.logIn('staff')
    await db().update(submissions).set({ owner_id: heir.id }).where(eq(submissions.id, submissionId))
    const [id] = await addJobs(1)
    await complete(id)
    expect([await unread(), await unread(heir)]).toEqual([1, 1])
  })

  it('does not notify people who are disabled', async () => {
    const [id] = await addJobs(1)
    await db().update(users).set({ disabled_at: new Date() }).where(eq(users.id, owner.id))
    await complete(id)
    expect(await db().select().from(notifications).where(eq(notifications.user_id, owner.id))).toEqual([])
  })

  it('of layers that run again, which are another submission, notifies again', async () => {
    const [id] = await addJobs(1)
    await fail(id)
    const [{ config_file_id }] = await db().select().from(submissions).limit(1)
    const [again] = await db()
      .insert(submissions)
      .values({ title: 'Again', app_user_id: owner.id, config_file_id, parent_id: submissionId })
      .returning()
    submissionId = again.id
    const [repeated] = await addJobs(1)
    await complete(repeated)
    expect((await listed()).content).toMatchObject([
      { title: 'Again', completed: 1, failed: 0 },
      { title: 'Water, second round', completed: 0, failed: 1 },
    ])
  })
})

describe('a submission that is cancelled', () => {
  it('does not notify the person who cancelled it, or its last job', async () => {
    await addJobs(2)
    expect((await call('POST', `/modeling/v1/submissions/${submissionId}/cancel`, owner)).statusCode).toBe(
      200,
    )
    const [id] = await addJobs(1)
    expect((await call('POST', `/modeling/v1/jobs/${id}/cancel`, owner)).statusCode).toBe(200)
    expect((await listed()).totalElements).toBe(0)
  })

  it('notifies its owner if an admin cancelled it', async () => {
    const admin = await service.logIn('admin')
    await addJobs(2)
    await call('POST', `/modeling/v1/submissions/${submissionId}/cancel`, admin)
    expect((await listed()).content).toMatchObject([{ completed: 0, failed: 0, cancelled: 2 }])
    expect((await listed(admin)).totalElements).toBe(0)
  })

  it('in part notifies when the others have ended', async () => {
    const [first, second] = await addJobs(2)
    await call('POST', `/modeling/v1/jobs/${first}/cancel`, owner)
    expect((await listed()).totalElements).toBe(0)
    await complete(second)
    expect((await listed()).content).toMatchObject([{ completed: 1, cancelled: 1 }])
  })
})

describe('preferences', () => {
  it('are in the workspace only, until they are changed', async () => {
    const get = async () => (await call('GET', '/users/me/notification-preferences', owner)).json()
    expect(await get()).toEqual({ in_workspace: true, by_email: false, failures_only: false })
    const changed = { in_workspace: false, by_email: true, failures_only: true }
    expect((await prefer(changed)).json()).toEqual(changed)
    expect(await get()).toEqual(changed)
    expect((await prefer({ by_email: 'yes' })).statusCode).toBe(422)
    expect((await prefer({ colour: 'red' })).statusCode).toBe(422)
  })

  it('by email: one message with the counts and a link, and none in the workspace', async () => {
    await prefer({ in_workspace: false, by_email: true })
    const [first, second] = await addJobs(2)
    await complete(first)
    await fail(second)
    expect((await listed()).totalElements).toBe(0)
    const [mail] = await mails()
    const link = `${service.services.config.appUrl}/modeling/submission/${submissionId}`
    const message = await composeMail(service.services, mail)
    expect(message).toMatchObject({
      to: owner.email,
      subject: 'Failures in Water, second round',
      link,
    })
    expect(message?.text).toContain('have ended: 1 completed, 1 failed.')
    expect(message?.text).toContain(
      `Why it failed:\n- Testland · water · job ${second} (tst-water-sim-2024-r1-${second}): It failed.\n\n${link}`,
    )
  })

  it('by email: ten failed layers by name and reason, each on one short line, and how many more', async () => {
    await prefer({ by_email: true })
    await db()
      .update(submissions)
      .set({ title: 'Water\r\nBcc: all@elsewhere.example' })
      .where(eq(submissions.id, submissionId))
    const ids = await addJobs(13)
    for (const id of ids.slice(1)) await fail(id)
    await db()
      .update(jobs)
      .set({ reason: 'No clusters.\r\n\r\n- a line\u2028of its own' })
      .where(eq(jobs.id, ids[1]))
    await db()
      .update(jobs)
      .set({ reason: 'x'.repeat(5000) })
      .where(eq(jobs.id, ids[2]))
    await db()
      .update(jobs)
      .set({ reason: `${'x'.repeat(298)}😀 and more` })
      .where(eq(jobs.id, ids[3]))
    await complete(ids[0])
    const [mail] = await mails()
    const { text = '' } = (await composeMail(service.services, mail)) ?? {}
    expect(text).toContain(', Water Bcc: all@elsewhere.example, have ended: 1 completed, 12 failed.')
    const [heading, ...lines] = text.split('\n\n')[2].split('\n')
    const nameOf = (id: number) => `Testland · water · job ${id} (tst-water-sim-2024-r1-${id})`
    expect(heading).toBe('Why they failed:')
    expect(lines[0]).toBe(`- ${nameOf(ids[1])}: No clusters. - a line of its own`)
    expect(lines[1]).toHaveLength(`- ${nameOf(ids[2])}: `.length + 300)
    expect(lines[1]).toMatch(/x…$/)
    expect(lines[2]).toBe(`- ${nameOf(ids[3])}: ${'x'.repeat(298)}…`)
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)).toBe('and 2 more')
  })

  it('by email: without failures, none is named', async () => {
    await prefer({ by_email: true })
    const [id] = await addJobs(1)
    await complete(id)
    const [mail] = await mails()
    expect((await composeMail(service.services, mail))?.text).not.toContain('failed')
  })

  it('failures only: a submission without one notifies nobody', async () => {
    await prefer({ by_email: true, failures_only: true })
    const [good] = await addJobs(1)
    await complete(good)
    expect([(await listed()).totalElements, (await mails()).length]).toEqual([0, 0])
    const [bad] = await addJobs(1)
    await fail(bad)
    expect([(await listed()).totalElements, (await mails()).length]).toEqual([1, 1])
  })
})

describe("a person's notifications", () => {
  const insertMany = (count: number, userId = owner.id) =>
    db().transaction(async (tx) => {
      const [{ config_file_id }] = await tx.select().from(submissions).limit(1)
      const made = await tx
        .insert(submissions)
        .values(
          Array.from({ length: count }, (_, i) => ({
            title: `Number ${i}`,
            app_user_id: userId,
            config_file_id,
          })),
        )
        .returning()
      return tx
        .insert(notifications)
        .values(
          made.map(({ id }) => ({
            user_id: userId,
            submission_id: id,
            completed: 1,
            failed: 0,
            cancelled: 0,
          })),
        )
        .returning()
    })

  it('are paged, the newest first, and filtered by whether they were read', async () => {
    const rows = await insertMany(12)
    const page = (await call('GET', '/users/me/notifications?skip=10', owner)).json()
    expect(page.totalElements).toBe(12)
    expect(page.content.map(({ id }: { id: number }) => id)).toEqual([rows[1].id, rows[0].id])
    await call('PUT', '/users/me/notifications', owner, { ids: [rows[3].id, rows[4].id] })
    const read = (await call('GET', '/users/me/notifications?read=true', owner)).json()
    expect([read.totalElements, await unread()]).toEqual([2, 10])
    expect(
      (await call('GET', '/users/me/notifications?read=false&sort_order=asc', owner)).json().content[0].id,
    ).toBe(rows[0].id)
  })

  it('are marked up to the newest one that was seen', async () => {
    const rows = await insertMany(4)
    const answer = await call('PUT', '/users/me/notifications', owner, { up_to: rows[2].id })
    expect(answer.json()).toEqual({ msg: '3 notifications are read.' })
    expect(await unread()).toBe(1)
    expect((await call('PUT', '/users/me/notifications', owner, { ids: [rows[3].id] })).json().msg).toBe(
      '1 notification is read.',
    )
  })

  it("are their own: others' are neither listed nor marked", async () => {
    const [row] = await insertMany(1)
    const stranger = await service.logIn('admin')
    expect((await listed(stranger)).totalElements).toBe(0)
    for (const body of [{ ids: [row.id] }, { up_to: row.id }])
      expect((await call('PUT', '/users/me/notifications', stranger, body)).json().msg).toBe(
        '0 notifications are read.',
      )
    expect(await unread()).toBe(1)
  })

  it('cannot be marked by neither or both of ids and up_to, or by too many ids', async () => {
    for (const body of [{}, { ids: [1], up_to: 1 }, { ids: [] }, { ids: Array(201).fill(1) }])
      expect((await call('PUT', '/users/me/notifications', owner, body)).statusCode).toBe(422)
  })

  it(`are kept up to ${MAX_NOTIFICATIONS}: the oldest goes first`, async () => {
    const other = await service.logIn('staff')
    await insertMany(1, other.id)
    const rows = await insertMany(MAX_NOTIFICATIONS)
    const [id] = await addJobs(1)
    await complete(id)
    const kept = await db()
      .select()
      .from(notifications)
      .where(eq(notifications.user_id, owner.id))
      .orderBy(desc(notifications.id))
    expect(kept).toHaveLength(MAX_NOTIFICATIONS)
    expect(kept.at(-1)?.id).toBe(rows[1].id)
    expect((await listed(other)).totalElements).toBe(1)
  })
})
