import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#service/db/schema.ts'
import { createPerson } from '../../support/service.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.ts'
import { random, rounds, until } from '../support/times.ts'

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
        const id = /^id: (.*)$/m.exec(block)?.[1]
        if (!data || !id) continue
        lastId = id
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
  it.each(rounds)('no final state is lost, and none arrives more than 3 s late (round %i)', async () => {
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
