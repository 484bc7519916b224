import { and, eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import { SETS, groupingMask } from '#service/domain/jobs/fast-list/counted-columns.ts'
import { totalFromCounters } from '#service/domain/jobs/fast-list/kept-counts.ts'
import { type Filters, filterJobs } from '#service/domain/jobs/filter-jobs.ts'
import { jobs, tags } from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture, seeded } from '../../support/jobs/layer-fixture.ts'
import { type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let fixture: LayerFixture
const people: number[] = []
const db = () => service.services.db

beforeAll(async () => {
  service = await createTestService()
  people.push((await service.logIn('staff')).id, (await service.logIn('staff')).id)
  fixture = await createLayerFixture(service.services, people[0])
  await db()
    .insert(tags)
    .values([{ name: 'red' }, { name: 'blue' }])
})
afterAll(() => service.close())

/** Every kept number beside the rows themselves; empty when all are right. */
async function differences(): Promise<unknown[]> {
  const { rows } = await db().execute(sql`
    with kept as (
      select to_jsonb(job_counts) - 'n' as kind, sum(n) as n from job_counts group by 1
    ), pending as (
      select * from job_count_changes
    ), facets as (
      select iso3_code, target, source, source_wave, round, app_user_id,
        (datetime_submitted at time zone 'UTC')::date as submitted_on, status, final, all_adm_pass, is_overfit, 1 as n
      from jobs
      union all
      select iso3_code, target, source, source_wave, round, app_user_id, submitted_on, status, final, all_adm_pass,
        is_overfit, -n from pending
    ), counted as (
      select grouping(iso3_code, target, source, source_wave, round, app_user_id, submitted_on, status, final,
          all_adm_pass, is_overfit) as cut,
        iso3_code, target, source, source_wave, round, app_user_id, submitted_on, status, final, all_adm_pass,
        is_overfit, sum(n) as n
      from facets group by grouping sets ((status, final), (target, source, status, final),
        (source, source_wave, round, status), (submitted_on, status), (app_user_id, status, iso3_code),
        (iso3_code, status, final, all_adm_pass, is_overfit), (iso3_code, target, source, status, final))
    ), real as (
      select to_jsonb(counted) - 'n' as kind, n from counted
    )
    select kind, kept.n as kept, real.n as real from kept full join real using (kind)
    where coalesce(kept.n, 0) <> coalesce(real.n, 0)`)
  return rows
}

/** Tags that name another country than their job. */
const strayTags = async () =>
  (
    await db().execute(
      sql`select job_id from job_tags join jobs on jobs.id = job_id where jobs.iso3_code <> job_tags.iso3_code`,
    )
  ).rows

async function expectExact(filters: Filters): Promise<void> {
  const kept = totalFromCounters(filters)
  expect(kept, JSON.stringify(filters)).toBeDefined()
  const { rows } = await db().execute<{ kept: number; real: number }>(sql`
    select ${kept} as kept, (select count(*)::int from ${jobs} where ${sql.join(
      [sql`true`, ...filterJobs(filters).filter((condition) => condition !== undefined)],
      sql` and `,
    )}) as real`)
  expect(rows[0].kept, JSON.stringify(filters)).toBe(rows[0].real)
}

const CASES: Filters[] = [
  {},
  { status: ['completed', 'failed'] },
  { iso3_code: ['TST'], status: ['completed'], source: ['DHS'] },
  { target: ['water'] },
  { source_wave: ['2018'], round: ['2'] },
  { app_user_id: [1, 2], iso3_code: ['TST'] },
  { submit_date_start: '2026-01-03', submit_date_end: '2026-01-20' },
  { submitted: 'last_30_days' },
  { submitted: 'this_month', status: ['completed'] },
  { final: true, tags_match: 'any' },
  { all_adm_pass: false, is_overfit: true },
]

describe('the kept numbers of jobs', () => {
  it('are by what the database counts by', async () => {
    for (const status of JOB_STATUSES)
      await fixture.addJob({ status, reason: status === 'failed' ? 'Because.' : null })
    await db().execute(sql`select add_up_job_counts()`)
    const { rows } = await db().execute<{ cut: number }>(sql`select distinct cut from job_counts`)
    expect(rows.map(({ cut }) => cut).toSorted((a, b) => a - b)).toEqual(
      SETS.map(groupingMask).toSorted((a, b) => a - b),
    )
  })

  it('are not kept where a filter is no kind', () => {
    expect(totalFromCounters({ tags: ['red'] })).toBeUndefined()
    expect(totalFromCounters({ data_description: 'x', status: ['failed'] })).toBeUndefined()
    expect(totalFromCounters({ iso3_code: ['TST'], source_wave: ['2018'], app_user_id: [1] })).toBeUndefined()
  })

  // Writers at the same time, some of whom take it all back; now and then somebody adds up in between.
  it.each([1, 2, 3])('stay exact through writes at the same time (seed %i)', async (seed) => {
    const random = seeded(seed)
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]
    const maybe = () => sql`${pick(['true', 'false', null])}::boolean`
    const anyJob = () => sql`(select id from jobs order by id offset ${Math.floor(random() * 20)} limit 1)`
    const write = () => {
      const status = pick(JOB_STATUSES)
      const day = sql`${`2026-01-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}T23:30:00Z`}::timestamptz`
      const copied = Math.floor(random() * 6)
      const changes = [
        sql`status = ${status}, reason = 'Because.'`,
        sql`target = ${pick(['water', 'stunting'])}, source = ${pick(['DHS', 'MICS'])}`,
        sql`source_wave = ${pick(['2018', '2020'])}, round = ${pick(['1', '2'])}`,
        sql`app_user_id = ${pick(people)}`,
        sql`datetime_submitted = ${day}`,
        sql`all_adm_pass = ${maybe()}, is_overfit = ${maybe()}`,
        sql`step = 'Fitting', fraction = 0.5, attempt = attempt + 1`,
      ]
      const change = pick(changes)
      return pick([
        sql`update jobs set ${change} where id = ${anyJob()}`,
        sql`update jobs set ${change} where id % 3 = ${pick([0, 1, 2])} and not final`,
        sql`delete from jobs where id = ${anyJob()}`,
        sql`insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round,
            stack_name, method, layer, datetime_submitted)
          select submission_id, app_user_id, config_row, ${pick(['TST', 'NGA', 'KEN'])}, target, source, source_wave, round,
            stack_name, method, layer, ${day} from jobs order by id limit ${copied}`,
        sql`update jobs set final = not final, target = 'R' || 'WA', round = id::text where id = ${anyJob()}`,
        sql`select add_up_job_counts()`,
        sql`insert into job_tags (job_id, tag_id) select jobs.id, tags.id from jobs, tags where tags.name = ${pick(['red', 'blue'])}
          and jobs.id = ${anyJob()} on conflict do nothing`,
      ])
    }
    let kept = 0
    const writer = async () => {
      for (let i = 0; i < 40; i++) {
        const [statements, leave] = [
          Array.from({ length: 1 + Math.floor(random() * 3) }, write),
          random() < 0.3,
        ]
        const isolationLevel = pick(['read committed', 'repeatable read'] as const)
        await db()
          .transaction(
            async (tx) => {
              for (const statement of statements) await tx.execute(statement)
              if (leave) throw new Error('taken back')
            },
            { isolationLevel },
          )
          .then(() => kept++)
          // Writers may collide (a tag for a deleted job, a layer's second final job); the database then rolls one back.
          .catch((error: Error) => {
            const code = (error.cause as { code?: string } | undefined)?.code
            if (error.message !== 'taken back' && !['40P01', '40001', '23503', '23505'].includes(code ?? ''))
              throw error
          })
      }
    }
    await Promise.all([1, 2, 3, 4].map(writer))
    expect(kept).toBeGreaterThan(50)
    expect(await db().$count(jobs)).toBeGreaterThan(0)
    expect(await differences()).toEqual([])
    expect(await strayTags()).toEqual([])
    for (const filters of CASES) await expectExact(filters)
    await db().execute(sql`select add_up_job_counts()`)
    const { rows } = await db().execute(sql`select 1 from job_count_changes`)
    expect(rows).toEqual([])
    expect(await differences()).toEqual([])
    for (const filters of CASES) await expectExact(filters)
  })

  it('keep their country, and so do their tags', async () => {
    const id = await fixture.addJob()
    await db().execute(sql`insert into job_tags (job_id, tag_id) select ${id}, id from tags`)
    await expect(db().update(jobs).set({ iso3_code: 'KEN' }).where(eq(jobs.id, id))).rejects.toMatchObject({
      cause: { message: `Job ${id} stays in TST: run it again for another country.` },
    })
    const found = (country: string) => {
      const where = filterJobs({ tags: ['red', 'BLUE'], iso3_code: [country], id: [id] })
      return db().$count(jobs, and(...where))
    }
    expect([await found('TST'), await found('KEN')]).toEqual([1, 0])
    expect(await strayTags()).toEqual([])
  })

  it('are added up by writers themselves', async () => {
    const id = await fixture.addJob()
    for (let i = 0; i < 300; i++)
      await db().execute(sql`update jobs set status = ${i % 2 ? 'pending' : 'running'} where id = ${id}`)
    const { rows } = await db().execute<{ n: number }>(sql`select count(*)::int as n from job_count_changes`)
    expect(rows[0].n).toBeLessThanOrEqual(502)
    expect(await differences()).toEqual([])
  })

  it('cost nothing where only the progress changes', async () => {
    const id = await fixture.addJob()
    await db().execute(sql`select add_up_job_counts()`)
    await db().execute(
      sql`update jobs set status = status, step = 'Fitting', fraction = 0.7, attempt = 3 where id = ${id}`,
    )
    const { rows } = await db().execute(sql`select 1 from job_count_changes`)
    expect(rows).toEqual([])
  })

  it('consolidating blocks no one', async () => {
    const [one, two] = [await fixture.addJob(), await fixture.addJob()]
    await db().transaction(async (tx) => {
      await tx.execute(sql`update jobs set status = 'running' where id = ${one}`)
      await tx.execute(sql`select add_up_job_counts()`)
      // On another connection, while the first holds all of its locks.
      await db().execute(sql`update jobs set status = 'running' where id = ${two}`)
      await db().execute(sql`select add_up_job_counts()`)
      await expectExact({ status: ['running'] })
    })
    expect(await differences()).toEqual([])
  })

  it('go with a submission and with all jobs', async () => {
    await db().execute(sql`delete from submissions where id = ${fixture.submissionId}`)
    expect(await differences()).toEqual([])
    await expectExact({})
    await db().execute(sql`truncate jobs cascade`)
    await expectExact({})
    expect(await differences()).toEqual([])
  })

  it('are recounted after writes that bypass the triggers', async () => {
    await db().execute(sql`alter table jobs disable trigger user`)
    await db().execute(sql`
      insert into submissions (title, app_user_id, config_file_id)
      select 'Past', ${people[0]}, (select min(id) from files)`)
    await db().execute(sql`
      insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name,
        method, layer)
      select (select max(id) from submissions), ${people[0]}, 2, 'TST', 'water', 'DHS', '2018', n::text, 's', 'gp', '{"stack_version": 1}'
      from generate_series(1, 7) n`)
    await db().execute(sql`alter table jobs enable trigger user`)
    expect(await differences()).not.toEqual([])
    await db().execute(sql`select recount_jobs()`)
    expect(await differences()).toEqual([])
    for (const filters of CASES) await expectExact(filters)
  })
})
