import { type AddressInfo, type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from '#drizzle'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit_log } from '#service/db/schema.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const CALLS = 6

let service: TestService
/** Two, because a person has four calls in progress. */
let admins: TestPerson[]
let port = 0
beforeAll(async () => {
  service = await createTestService()
  admins = [await service.logIn('admin'), await service.logIn('admin')]
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(() => service.close())

const send = (n: number): Promise<Socket> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ name: `reset-${n}`, colour: '#112233' })
    const { authorization } = admins[n % admins.length].headers
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/tags HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        () => resolve(socket),
      )
    })
    socket.on('error', () => {})
  })

describe('a connection that is reset right after a complete call', () => {
  it('leaves its address in the audit log', async () => {
    // Calls wait for the table while their connections are reset.
    const holder = new pg.Client({ connectionString: service.database.url })
    await holder.connect()
    await holder.query('begin; lock table tags in exclusive mode')
    const sockets = await Promise.all(Array.from({ length: CALLS }, (_, n) => send(n)))
    const waiting = async () => {
      const { rows } = await holder.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where not granted and relation = 'tags'::regclass`,
      )
      return rows[0].n
    }
    await expect.poll(waiting).toBe(CALLS)
    for (const socket of sockets) socket.resetAndDestroy()
    await sleep(100)
    await holder.query('commit')
    await holder.end()
    const entries = () =>
      service.services.db
        .select({ address: audit_log.address, result: audit_log.result })
        .from(audit_log)
        .where(eq(audit_log.action, 'create-tag'))
    await expect.poll(entries).toHaveLength(CALLS)
    expect(await entries()).toEqual(
      Array.from({ length: CALLS }, () => ({ address: '127.0.0.1', result: 'ok' })),
    )
  })
})
