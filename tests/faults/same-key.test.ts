import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submissions } from '#service/db/schema.ts'
import { loadFolder } from '#service/load/load-folder.ts'
import { countryFolder, layer } from '../fixtures/configuration/country-folder.ts'
import { configuration, multipart } from '../fixtures/configuration/send.ts'
import type { TestPerson } from '../support/service.ts'
import { type Answered, call } from './support/call.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import type { ServicePart } from './support/part.ts'
import { random, rounds } from './support/times.ts'

let bench: FaultBench
beforeAll(async () => {
  bench = await createFaultBench()
  const folder = await countryFolder()
  await loadFolder(bench.service.services, folder.path, { actorId: bench.owner.id, submit: false })
  await folder.remove()
})
afterAll(() => bench.close())

const send = (part: ServicePart, person: TestPerson, key: string, title: string, content: string) => {
  const { payload, headers } = multipart({ title }, [{ field: 'file', name: 'layers.csv', content }])
  return call(`${part.base}/modeling/v1/run/file`, {
    method: 'POST',
    headers: { ...headers, ...person.headers, 'idempotency-key': key },
    body: payload,
  })
}

const counts = async (title: string) => {
  const { rows } = await bench.service.services.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from submissions where title = ${title}) as submissions,
      (select count(*)::int from jobs j join submissions s on s.id = j.submission_id where s.title = ${title}) as jobs,
      (select count(*)::int from pgboss.job t join jobs j on j.id = (t.data->>'job_id')::int
        join submissions s on s.id = j.submission_id where t.name = 'run-layer' and s.title = ${title}) as tasks`)
  return rows[0]
}

describe('F10 the same submission fifty times at once', () => {
  it('over five processes, one of them killed with -9 in the middle: one row, one body', async () => {
    const { db } = bench.service.services
    // Each process lets a person send ten per minute: five accept fifty.
    let parts = await Promise.all(Array.from({ length: 5 }, () => bench.serve()))
    for (const n of rounds) {
      const person = await bench.service.logIn('staff')
      const title = `Same key ${n}`
      const content = configuration({ ...layer, seed: 700 + n }, { ...layer, seed: 800 + n })
      const key = `fifty-${n}`
      const victim = parts[Math.floor(random() * parts.length)]
      const sent = Array.from({ length: 50 }, (_, at) => send(parts[at % 5], person, key, title, content))
      setTimeout(() => victim.kill('SIGKILL'), random() * 400)
      const settled = await Promise.allSettled(sent)
      await victim.ended
      parts = [...parts.filter((part) => part !== victim), await bench.serve()]

      const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      for (const { status } of answers) expect([200, 409]).toContain(status)
      // Clients without an answer, or with 'in progress', retry.
      let last: Answered
      do last = await send(parts[4], person, key, title, content)
      while (last.status === 409)
      expect(last.status).toBe(200)
      const bodies = new Set(
        [...answers.filter(({ status }) => status === 200), last].map(({ body }) => body),
      )
      expect(bodies.size).toBe(1)
      expect(await counts(title)).toEqual({ submissions: 1, jobs: 2, tasks: 2 })

      const other = await send(parts[4], person, key, title, configuration({ ...layer, seed: 900 + n }))
      expect(other.status).toBe(422)
      expect(await counts(title)).toEqual({ submissions: 1, jobs: 2, tasks: 2 })
      const [row] = await db.select().from(submissions).where(eq(submissions.title, title))
      expect(JSON.parse(last.body)).toMatchObject({ id: row.id, layers: 2 })
    }
  })
})
