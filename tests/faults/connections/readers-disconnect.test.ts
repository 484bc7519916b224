import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { files, job_outputs } from '#service/db/schema.ts'
import { storeFile } from '../../support/store-file.ts'
import { createPerson } from '../../support/service.ts'
import { call } from '../support/call.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import { PROBE_ARGS, memoryOf, slope } from '../support/memory.ts'
import { filesAndClients } from '../support/part.ts'
import { random, until } from '../support/times.ts'

let bench: FaultBench
beforeAll(async () => {
  bench = await createFaultBench()
})
afterEach(() => bench.endAll())
afterAll(() => bench.close())

/** Sends a request, reads the first bytes and disconnects. */
const abortAt = (url: string, headers: Record<string, string>) =>
  new Promise<void>((resolve) => {
    const asked = request(url, { headers, agent: false })
    const leave = () => {
      asked.destroy()
      resolve()
    }
    asked.on('error', () => resolve())
    if (random() < 0.2) setTimeout(leave, random() * 20)
    else asked.on('response', (answer) => answer.once('data', leave).on('error', () => {}))
    asked.end()
  })

describe('F18 readers disconnect', () => {
  it('thousands of times in downloads and live streams: files, connections and memory are released', async () => {
    const { db, config } = bench.service.services
    const id = await bench.fixture.addJob({ status: 'completed' })
    const file = await storeFile(bench.service.services, {
      name: 'mean.tif',
      mediaType: 'image/tiff',
      content: Buffer.alloc(16 * 2 ** 20),
      createdBy: null,
    })
    await db.insert(job_outputs).values({ job_id: id, type: 'mean', file_id: file.id })
    const probe = `${config.dataDir}/heap`
    const part = await bench.serve({ PROBE_FILE: probe }, PROBE_ARGS)
    const people = await Promise.all(
      Array.from({ length: 10 }, () => createPerson(bench.service.services, 'viewer')),
    )
    const urls = [`${part.base}/modeling/v1/jobs/${id}/download/mean`, `${part.base}/modeling/v1/jobs/events`]
    const hangUp = async (count: number) => {
      let left = count
      await Promise.all(
        people.map(async ({ headers }) => {
          while (left-- > 0) await abortAt(urls[left % 2], headers)
        }),
      )
    }
    const sessions = async () => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int from pg_stat_activity where datname = current_database() and application_name like 'strata-%' and state <> 'idle'
            and pid <> pg_backend_pid()`,
      )
      return rows[0].count
    }
    const held = () => filesAndClients(part.pid, part.port)
    // Everything that is created once is created before the count begins.
    await hangUp(2300)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => call(`${part.base}/users/me`, people[n % people.length])),
    )
    await sleep(1000)
    const base = held()
    /** Bytes per thousand, after collection, over five thousand. */
    const growth = async () => {
      const figures = [await memoryOf(part, probe)]
      for (let n = 0; n < 5; n++) {
        await hangUp(1000)
        await until('the files are closed', 5000, () => held() <= base)
        await until('no statement is running', 5000, async () => (await sessions()) === 0)
        figures.push(await memoryOf(part, probe))
      }
      return Math.max(
        slope(figures.map(({ rss }, thousands) => [thousands, rss])),
        slope(figures.map(({ heapUsed }, thousands) => [thousands, heapUsed])),
      )
    }
    // Memory that is still reaching its final size stops growing; a leak continues with every disconnect.
    const grown = [await growth()]
    while (grown.at(-1)! >= 2 ** 20 && grown.length < 3) grown.push(await growth())
    expect(grown.at(-1)).toBeLessThan(2 ** 20)
    const whole = await call(urls[0], {
      headers: (await createPerson(bench.service.services, 'viewer')).headers,
    })
    expect(whole.status).toBe(200)
    expect(whole.body.length).toBe(16 * 2 ** 20)
    await db.delete(job_outputs).where(eq(job_outputs.job_id, id))
    await db.delete(files).where(eq(files.id, file.id))
  })
})
