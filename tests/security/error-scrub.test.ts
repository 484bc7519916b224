import { describe, expect, it } from 'vitest'
import { isLocal } from '../../src/error-reporting.ts'
import { cleanText, scrubEvent } from '../../src/error-scrub.ts'

describe('S43 errors that leave the browser', () => {
  it.each([
    [
      'Failed: https://a.example/recover?token=canary#canary was lost',
      'Failed: https://a.example/recover was lost',
    ],
    ['at f (https://a.example/x.js?v=canary:1:2)', 'at f (https://a.example/x.js)'],
    ['GET /api/people/canary@strata.example/roles', 'GET /api/people/[e-mail]/roles'],
    ['GET /api/people/canary%40strata.example', 'GET /api/people/[e-mail]'],
    ['nobody is canary@strata.example', 'nobody is [e-mail]'],
    ['Authorization: Bearer canary.x-y_z', 'Authorization: Bearer [token]'],
    ['"authorization":"bearer canary"', '"authorization":"bearer [token]'],
    [
      "Cannot read properties of undefined (reading 'x')",
      "Cannot read properties of undefined (reading 'x')",
    ],
    ['', ''],
  ])('%s', (given, left) => {
    expect(cleanText(given)).toBe(left)
    expect(cleanText(given)).not.toContain('canary')
  })

  it('every part of an event is scrubbed, and no one is named', () => {
    const address = 'https://a.example/p?token=canary'
    const event = scrubEvent({
      message: `lost ${address}`,
      transaction: '/people/canary@strata.example',
      user: { email: 'canary@strata.example', ip_address: 'canary' },
      server_name: 'canary',
      request: {
        url: address,
        headers: { Cookie: 'token=canary', Referer: address },
        cookies: { token: 'canary' },
      },
      exception: { values: [{ value: address, stacktrace: { frames: [{ filename: address, lineno: 3 }] } }] },
      breadcrumbs: [
        { data: { url: address, from: address, to: '/x?y=canary', status_code: 403, arguments: [address] } },
      ],
      extra: { deep: { deeper: [{ text: 'mail canary@strata.example' }] } },
      tags: { group: 'frontend' },
    })
    expect(JSON.stringify(event)).not.toContain('canary')
    expect(event).toMatchObject({
      tags: { group: 'frontend' },
      request: { url: 'https://a.example/p' },
      exception: { values: [{ stacktrace: { frames: [{ filename: 'https://a.example/p', lineno: 3 }] } }] },
      breadcrumbs: [{ data: { status_code: 403, to: '/x' } }],
    })
  })

  it('100 kB of anything are scrubbed within 200 ms', () => {
    for (const unit of ['a!', 'a', '@', 'a@.', '/', 'http://', 'bearer ', '%40/', '?#', ' ']) {
      const text = unit.repeat(100_000 / unit.length)
      const times = [1, 2, 3].map(() => {
        const start = performance.now()
        cleanText(text)
        return performance.now() - start
      })
      expect(Math.min(...times), unit).toBeLessThan(200)
    }
  })

  it.each(['localhost', 'app.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is this machine', (name) =>
    expect(isLocal(name)).toBe(true),
  )
  it.each(['strata.example', 'localhost.example', '127.example', '10.0.0.1'])('%s is not', (name) =>
    expect(isLocal(name)).toBe(false),
  )
})
