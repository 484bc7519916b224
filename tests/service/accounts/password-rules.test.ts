import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { login_failures, users } from '#service/db/schema.ts'
import { validatePassword } from '#service/domain/accounts/passwords/validate-password.ts'
import { hashPassword, verifyPassword } from '#service/domain/accounts/password.ts'
import { passwordStrength } from '#contract/accounts/password-strength.ts'
import { SLOW_TO_ESTIMATE } from '../../support/slow-passwords.ts'
import { type TestService, createTestService } from '../../support/service.ts'
import { createMailbox, logIn, post } from './mailbox.ts'

const { verify } = argon2
vi.spyOn(argon2, 'hash')
vi.spyOn(argon2, 'verify')

let service: TestService
beforeAll(async () => {
  service = await createTestService({ config: { registrationDomains: ['house.example'] } })
})
afterAll(() => service.close())
beforeEach(() => service.services.db.delete(login_failures))

const ada = { email: 'ada.lovelace@house.example', first_name: 'Ada', last_name: 'Lovelace' }
const validate = (password: string) => validatePassword(password, ada, { brandName: 'Strata' }, 'password')
const register = (password: string, email = ada.email) =>
  post(service, '/users/open', { ...ada, email, password })

describe('S05: a new password', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd!',
    'passw0rd2024',
    'welcome123',
    'Welcome-2025',
    'football',
    'trustno1',
    '1q2w3e4r',
    'letmein!!',
    'Summer2025!',
    'iloveyou',
    'qwertyuiop',
    'asdfghjkl',
    '12345678',
    '0987654321',
    'abcdefgh',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '11223344',
    'qwerty123456',
  ])('is rejected if it is common: %s', async (password) => {
    await expect(validate(password)).rejects.toThrow(/too common|neighbouring or repeated/)
  })
  it.each([
    'Strata2025',
    'strata-strata',
    'lovelace1',
    'AdaLovelace',
    'ada.lovelace',
    'house-ada-1',
    'L0velace!',
  ])('is rejected if it is made from known facts: %s', async (password) => {
    await expect(validate(password)).rejects.toThrow('made up of your name')
  })
  it.each([
    'violet anchor tractor',
    'tr0ub4dor&3',
    'Xk7#pq!z',
    'correct horse',
    'пароль из слов',
    '密码密碼パスワード',
    'ada likes maps a lot',
    '🐘🦒🦓🐆🦁🐃🦏🐊',
    'my strata of rock',
  ])('is accepted, without composition rules: %s', async (password) => {
    await expect(validate(password)).resolves.toBeUndefined()
  })

  it('of 129 characters is rejected before anything is hashed', async () => {
    vi.mocked(argon2.hash).mockClear()
    for (const password of ['x'.repeat(129), 'y'.repeat(5000), '1234567']) {
      const response = await register(password)
      expect(response.statusCode).toBe(422)
      expect(response.json().errors[0].field).toBe('password')
    }
    expect((await register('password123')).statusCode).toBe(422)
    expect(argon2.hash).not.toHaveBeenCalled()
  })
  it('of 128 characters is accepted in full, in any script', async () => {
    const mailbox = createMailbox(service)
    const long = Array.from({ length: 128 }, (_, i) => 'é密пqظக한ż'[(i * i * 5 + 3 * i) % 8]).join('')
    expect(long).toHaveLength(128)
    expect((await register(long, 'long@house.example')).statusCode).toBe(200)
    const token = await mailbox.token('/confirm-email/')
    await post(service, '/auth/confirm-email/', { token })
    expect((await logIn(service, 'long@house.example', long)).statusCode).toBe(200)
    expect((await logIn(service, 'long@house.example', `${long.slice(0, -1)}y`)).statusCode).toBe(400)
  })
  // What takes the time are the parts that are looked up.
  it.each(SLOW_TO_ESTIMATE)('made to be slow to estimate is looked up in few parts: %s', (password) => {
    const parts = vi.spyOn(String.prototype, 'slice')
    try {
      passwordStrength(password, Object.values(ada))
      expect(parts.mock.calls.length).toBeGreaterThan(10_000)
      // 17,000 to 18,500 here; the library's defaults look up 265,000 to 285,000.
      expect(parts.mock.calls.length).toBeLessThan(25_000)
    } finally {
      parts.mockRestore()
    }
  })
  it('with a NUL is rejected, without an internal error', async () => {
    const response = await register('nothing\0 in between')
    expect(response.statusCode).toBe(422)
  })
})

describe('S06: the stored form', () => {
  it('is a separate argon2id hash, and the password is stored nowhere', async () => {
    const password = 'canary under the floor'
    await register(password, 'one@house.example')
    await register(password, 'two@house.example')
    const rows = await service.services.db.select().from(users)
    const hashes = rows.map(({ password_hash }) => password_hash)
    expect(new Set(hashes).size).toBe(hashes.length)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const { rows: tables } = await service.services.db.execute<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const content = await service.services.db.execute(`select * from "${name}"`)
      expect(JSON.stringify(content.rows), name).not.toContain('canary under')
    }
  })
})

describe('S07: the cost of passwords', () => {
  it('never runs more than two at once', async () => {
    let now = 0
    let most = 0
    vi.mocked(argon2.verify).mockImplementation(async (...args) => {
      most = Math.max(most, ++now)
      try {
        return await verify(...args)
      } finally {
        now--
      }
    })
    const stored = await hashPassword('violet anchor tractor')
    await Promise.all(Array.from({ length: 20 }, () => verifyPassword(stored, 'x')))
    expect(most).toBe(2)
    vi.mocked(argon2.verify).mockImplementation(verify)
  })
})

describe('S02: a login', () => {
  it('costs one comparison of the same kind for everyone', async () => {
    await register('violet anchor tractor', 'unconfirmed@house.example')
    for (const email of ['nobody@house.example', 'unconfirmed@house.example', 'long@house.example']) {
      vi.mocked(argon2.verify).mockClear()
      vi.mocked(argon2.hash).mockClear()
      await logIn(service, email, 'not this one')
      expect(argon2.verify).toHaveBeenCalledTimes(1)
      expect(vi.mocked(argon2.verify).mock.calls[0][0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(argon2.hash).not.toHaveBeenCalled()
    }
  })
})
