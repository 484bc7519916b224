import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../faults/support/times.ts'
import { type WebPart, startWebPart } from './web-part.ts'

/** A fake error-reporting service: accepts everything that a browser sends. */
const envelopes: string[] = []
const received = async (incoming: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const text = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body).toString() : body.toString()
  envelopes.push(`${incoming.url}\n${JSON.stringify(incoming.headers)}\n${text}`)
}
const dsnServer = createServer((incoming, outgoing) => {
  void received(incoming).then(() => {
    outgoing.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
    outgoing.setHeader('content-type', 'application/json').end('{}')
  })
})

let web: WebPart
let origin = ''
let browser: Browser
beforeAll(async () => {
  await new Promise<void>((resolve) => dsnServer.listen(0, '127.0.0.1', resolve))
  const { port } = dsnServer.address() as AddressInfo
  web = await startWebPart({
    SENTRY_DSN: `http://0123456789abcdef@errors.strata.test:${port}/1`,
    APP_URL: 'http://app.strata.test',
  })
  origin = `http://app.strata.test:${web.port}`
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    // Errors on this machine are not reported, so the names stand in for it.
    args: [
      '--no-sandbox',
      '--host-resolver-rules=MAP *.strata.test 127.0.0.1',
      '--disable-background-networking',
    ],
  })
})
afterAll(async () => {
  await browser.close()
  await web.end()
  dsnServer.closeAllConnections()
  dsnServer.close()
})

const events = () => envelopes.filter((one) => one.includes('"type":"event"'))

/** Errors of every kind that the page can have, with a canary in their context. */
function meetFaults(canary: string): void {
  // oxlint-disable-next-line no-console -- in the page: makes a breadcrumb
  console.error(`lost https://a.example/x?token=${canary}`, `${canary}@strata.example`)
  void fetch(`/api/nothing/${canary}@strata.example?token=${canary}`, {
    headers: { authorization: `Bearer ${canary}` },
  }).catch(() => {})
  history.replaceState(null, '', `${location.pathname}?token=${canary}#${canary}`)
  setTimeout(() => {
    throw new Error(`A fault at ${location.href} of ${canary}@strata.example with Bearer ${canary}`)
  }, 300)
  setTimeout(() => void Promise.reject(new Error(`A promise was lost at ${location.href}`)), 400)
}

describe('S43 envelopes of the browser', () => {
  it('contain no password, email, token, cookie or one-time token that people typed or received', async () => {
    const context = await browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    const canaries = {
      password: 'canary-password-7',
      email: 'canary-mail@strata.example',
      token: 'canary-one-time-token',
      fault: 'canary-in-a-fault',
      cookie: 'stand-in-token',
    }
    // A person who follows an emailed link, mistypes a password and then logs in.
    await page.goto(`/recover-password?token=${canaries.token}`)
    await page.evaluate(meetFaults, canaries.fault)
    await until('the faults of the guest are reported', 20_000, () => events().length >= 2)
    await page.goto('/login')
    for (const password of [canaries.password, 'correct']) {
      await page.getByLabel('Email').fill(canaries.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log In' }).click()
      if (password !== 'correct') await page.getByText('Incorrect email or password').first().waitFor()
    }
    await page.waitForURL((url) => url.pathname !== '/login')
    expect((await context.cookies()).map(({ value }) => value)).toContain(canaries.cookie)
    const before = events().length
    await page.evaluate(meetFaults, canaries.fault)
    await until('the faults of the person are reported', 20_000, () => events().length >= before + 2)

    const all = envelopes.join('\n')
    for (const [what, canary] of Object.entries(canaries)) expect(all, what).not.toContain(canary)
    expect(all).not.toContain('canary-mail%40')
    // The useful part did arrive, including its source.
    expect(all).toContain('A fault at')
    expect(all).toContain('A promise was lost at')
    expect(all).toMatch(/"group":"frontend"/)
    expect(all).toContain('/recover-password')
    expect(all).toMatch(/"category":"fetch"/)
    await context.close()
  })

  it('of this machine: there are none', async () => {
    const context = await browser.newContext({ baseURL: web.url })
    const page = await context.newPage()
    const before = envelopes.length
    await page.goto('/login')
    await page.evaluate(meetFaults, 'canary')
    await page.waitForTimeout(2000)
    expect(envelopes.length).toBe(before)
    await context.close()
  })
})
