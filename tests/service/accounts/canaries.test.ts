import { Writable } from 'node:stream'
import { sql } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#service/log.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { createMailbox, logIn, post } from './mailbox.ts'

let service: TestService
const lines: string[] = []
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  service = await createTestService({
    log: createLog({ level: 'trace' }, sink as never),
    config: { registrationDomains: ['house.example'] },
  })
})
afterAll(() => service.close())

it('S43: no password, token or typed address reaches the log or the audit', async () => {
  const mailbox = createMailbox(service)
  const email = 'canary-address@house.example'
  const passwords = ['canary violet anchor', 'canary marble kettle', 'canary copper meadow']
  const secrets: string[] = []
  const body = { email, first_name: 'Ada', last_name: 'Lovelace', password: passwords[0] }
  await post(service, '/users/open', body)
  secrets.push(await mailbox.token('/confirm-email/'))
  await post(service, '/auth/confirm-email/', { token: secrets[0] })
  await post(service, '/auth/confirm-email/', { token: 'canary-wrong-token' })
  secrets.push((await logIn(service, email, passwords[0])).json().accessToken)
  await logIn(service, email, 'canary wrong password')
  await logIn(service, 'canary-nobody@house.example', 'canary wrong password')
  let headers = { authorization: `Bearer ${secrets.at(-1)}`, cookie: 'token=canary-cookie' }
  const made = await post(service, '/users/me/access-tokens', { name: 'n', scopes: ['read'] }, headers)
  secrets.push(made.json().token)
  await service.inject({ url: '/users/me', headers: { authorization: `Bearer ${secrets.at(-1)}` } })
  const change = { current_password: passwords[0], new_password: passwords[1] }
  expect((await post(service, '/auth/reset-password/', change, headers)).statusCode).toBe(200)
  await mailbox.collect()
  await post(service, `/auth/password-recovery-token/${email}`)
  await post(service, '/auth/password-recovery-token/canary-typed%40nowhere.example')
  secrets.push(await mailbox.token('/recover-password'))
  await post(service, '/auth/recover-password/', { token: secrets.at(-1), new_password: passwords[2] })
  headers = {
    ...headers,
    authorization: `Bearer ${(await logIn(service, email, passwords[2])).json().accessToken}`,
  }
  await service.inject({ url: '/users/me?canary-query=1', headers })
  await service.inject({ method: 'PUT', url: '/users/me', headers, payload: { canary_field: 1 } })
  // Also if the database itself reports the error: its messages contain values.
  await service.services.db.execute(
    sql`alter table audit_log add constraint reject check (action <> 'login')  not valid`,
  )
  expect((await logIn(service, email, passwords[2])).statusCode).toBe(500)

  const { rows } = await service.services.db.execute(sql`select * from audit_log`)
  expect(rows.length).toBeGreaterThan(8)
  for (const recorded of [lines.join(''), JSON.stringify(rows)]) {
    expect(recorded.length).toBeGreaterThan(500)
    expect(recorded).not.toMatch(/canary/i)
    for (const secret of secrets) expect(recorded).not.toContain(secret)
  }
})
