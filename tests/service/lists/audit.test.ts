import { afterAll, beforeAll } from 'vitest'
import { AUDIT_RESULTS, listAudit } from '#contract/audit.ts'
import { audit_log } from '#service/db/schema.ts'
import { seeded } from '../../support/jobs/layer-fixture.ts'
import { daysAgo, periodFilters, describeList, picker } from '../../support/database/list-oracle.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

type Entry = typeof audit_log.$inferSelect
let facts: Entry[] = []
let service: TestService
let admin: TestPerson

beforeAll(async () => {
  service = await createTestService()
  admin = await service.logIn('admin')
  const staff = await service.logIn('staff')
  const { db } = service.services
  const { one, maybe, int } = picker(seeded(47))
  facts = await db
    .insert(audit_log)
    .values(
      Array.from({ length: 50 }, (_, i) => ({
        at:
          i < 4
            ? daysAgo([0, 3, 20, 40][i])
            : new Date(Date.UTC(2026, 2, int(1, 5), one([0, 12, 23]), 59, 59)),
        user_id: maybe([admin.id, staff.id]),
        user_name: 'Somebody',
        action: one(['login', 'roles', 'download']),
        record: maybe(['jobs:4', 'jobs:42', 'jobs_old:4', 'users:4']),
        result: one(AUDIT_RESULTS),
      })),
    )
    .returning()
})
afterAll(() => service.close())

const day = ({ at }: Entry) => at.toISOString().slice(0, 10)

describeList<Entry>('the audit', {
  endpoint: listAudit,
  ask: (query) => service.inject({ url: `/audit${query}`, headers: admin.headers }),
  facts: () => facts,
  idOf: ({ id }) => id,
  sorts: { at: ({ at }) => at, id: ({ id }) => id },
  facets: {
    ask: (query) => service.inject({ url: `/audit/facets${query}`, headers: admin.headers }),
    values: {
      who: (one) => [one.user_id],
      what: ({ action }) => [action],
      result: ({ result }) => [result],
    },
  },
  filters: {
    who: [[() => `who=${admin.id}`, (one) => one.user_id === admin.id]],
    what: [['what=roles&what=login', ({ action }) => action !== 'download']],
    record: [
      ['record=jobs:4', ({ record }) => record === 'jobs:4'],
      ['record=jobs', ({ record }) => record?.startsWith('jobs:') ?? false],
    ],
    result: [['result=denied&result=failed', ({ result }) => ['denied', 'failed'].includes(result)]],
    when: periodFilters('when', ({ at }) => at),
    from: [
      ['from=2026-03-03', (one) => day(one) >= '2026-03-03'],
      ['from=2026-03-03T12:59:59Z', ({ at }) => at >= new Date('2026-03-03T12:59:59Z')],
      ['from=2026-03-03T14:59:59%2B02:00', ({ at }) => at >= new Date('2026-03-03T12:59:59Z')],
    ],
    to: [
      ['to=2026-03-03', (one) => day(one) <= '2026-03-03'],
      ['to=2026-03-03T12:59:59Z', ({ at }) => at <= new Date('2026-03-03T12:59:59Z')],
      ['to=2026-03-03T12:59:58Z', ({ at }) => at < new Date('2026-03-03T12:59:59Z')],
    ],
  },
})
