import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { files, job_outputs, jobs } from '#service/db/schema.ts'
import { storeFile } from '../support/store-file.ts'
import { createPerson } from '../support/service.ts'
import { call } from './support/call.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import { openFiles } from './support/part.ts'
import { type TcpProxy, startTcpProxy } from './support/tcp-proxy.ts'
import { percentile, random, times, until } from './support/times.ts'

let bench: FaultBench
let proxy: TcpProxy | undefined
beforeAll(async () => {
  bench = await createFaultBench()
})
afterEach(async () => {
  await proxy?.close()
  proxy = undefined
  await bench.endAll()
})
afterAll(() => bench.close())

interface Reader {
  /** When a job's final state was first seen. */
  seen: Map<number, number>
  connections: number
  stop(): void
}

/**
 * Acts like a browser's EventSource: reconnects two seconds after a break, with the last event's id. It has no other
 * source.
 */
function follow(base: string, headers: Record<string, string>): Reader {
  const reader: Reader = { seen: new Map(), connections: 0, stop: () => {} }
  let lastId = ''
  let over = false
  let open: { destroy(): void } | undefined
  reader.stop = () => {
    over = true
    open?.destroy()
  }
  const read = (answer: IncomingMessage) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const blocks = (text += chunk).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (!data) continue
        lastId = /^id: (.*)$/m.exec(block)![1]
        const job = JSON.parse(data) as { id: number; status: string }
        if (job.status === 'completed' && !reader.seen.has(job.id)) reader.seen.set(job.id, performance.now())
      }
    })
  }
  const connect = () => {
    if (over) return
    reader.connections++
    const asked = request(`${base}/modeling/v1/jobs/events`, {
      agent: false,
      headers: { ...headers, ...(lastId ? { 'last-event-id': lastId } : {}) },
    })
    open = asked
    let again = false
    const retry = () => {
      if (!again) setTimeout(connect, 2000)
      again = true
    }
    asked.on('response', (answer) => {
      read(answer)
      answer.on('close', retry).on('error', () => {})
    })
    asked.on('error', retry)
    asked.end()
  }
  connect()
  return reader
}

describe('F19 live streams are cut every two seconds', () => {
  it.each(times)('no final state is lost, and none arrives more than 3 s late (round %i)', async () => {
    const { db } = bench.service.services
    const part = await bench.serve()
    const through = (proxy = await startTcpProxy(part.port))
    const people = await Promise.all([1, 2, 3].map(() => createPerson(bench.service.services, 'viewer')))
    const readers = people.map(({ headers }) => follow(`http://127.0.0.1:${through.port}/api/v1`, headers))
    const ids: number[] = []
    for (let n = 0; n < 60; n++) ids.push(await bench.fixture.addJob())
    await sleep(500)
    // One event, so that every reader has an id to reconnect with.
    await db.update(jobs).set({ step: 'Fitting', status: 'running' }).where(eq(jobs.id, ids[0]))
    await sleep(500)
    const cuts = setInterval(() => through.cut(), 2000)
    const ended = new Map<number, number>()
    try {
      for (const id of ids) {
        await db.update(jobs).set({ status: 'running', fraction: 0.5 }).where(eq(jobs.id, id))
        await sleep(random() * 300)
        await db.update(jobs).set({ status: 'completed', fraction: 1 }).where(eq(jobs.id, id))
        ended.set(id, performance.now())
      }
      await until('every reader has seen every end', 10_000, () =>
        readers.every(({ seen }) => seen.size === ids.length),
      )
    } finally {
      clearInterval(cuts)
      for (const reader of readers) reader.stop()
    }
    for (const reader of readers) {
      expect(reader.connections).toBeGreaterThan(2)
      for (const id of ids) expect(reader.seen.get(id)! - ended.get(id)!).toBeLessThan(3000)
    }
  })
})

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

const PROBE = `process.on('SIGUSR2', () => {
  gc()
  gc()
  const { writeFileSync, renameSync } = require('node:fs')
  const { heapUsed, rss } = process.memoryUsage()
  writeFileSync(process.env.PROBE_FILE + '.part', JSON.stringify({ heapUsed, rss }))
  renameSync(process.env.PROBE_FILE + '.part', process.env.PROBE_FILE)
})`

/** The median slope of all pairs (Theil and Sen): a single step in memory pages is not a leak. */
function slope(values: readonly number[]): number {
  const all = values.flatMap((value, i) => values.slice(i + 1).map((later, k) => (later - value) / (k + 1)))
  return percentile(all, 0.5)
}

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
    const part = await bench.serve({ PROBE_FILE: probe }, [
      '--expose-gc',
      '--import',
      `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${PROBE}`)}`,
    ])
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
    const memory = async () => {
      await sleep(300)
      await rm(probe, { force: true })
      part.kill('SIGUSR2')
      await until('the process has told its memory', 20_000, () => existsSync(probe))
      return JSON.parse(await readFile(probe, 'utf8')) as { heapUsed: number; rss: number }
    }
    const sessions = async () => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int from pg_stat_activity where datname = current_database() and application_name like 'strata-%' and state <> 'idle'
            and pid <> pg_backend_pid()`,
      )
      return rows[0].count
    }
    // Everything that is created once is created before the count begins.
    await hangUp(2300)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => call(`${part.base}/users/me`, people[n % people.length])),
    )
    await sleep(1000)
    const base = openFiles(part.pid)
    /** Bytes per thousand, after collection, over five thousand. */
    const growth = async () => {
      const told = [await memory()]
      for (let n = 0; n < 5; n++) {
        await hangUp(1000)
        await until('the files are closed', 5000, () => openFiles(part.pid) <= base)
        await until('no statement goes on', 5000, async () => (await sessions()) === 0)
        told.push(await memory())
      }
      return Math.max(slope(told.map(({ rss }) => rss)), slope(told.map(({ heapUsed }) => heapUsed)))
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
