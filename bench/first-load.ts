/**
 * P5: the first load of a screen in Chromium with an empty cache, compared with a static page from the same server.
 * Run: node_modules/.bin/node bench/first-load.ts [rounds]. BENCH_URL, BENCH_EMAIL and BENCH_PASSWORD name a running
 * instance with a computed layer to use instead.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type Page, chromium } from 'playwright-core'
import startProduct, { type Product } from '../tests/support/product.global.ts'
import { median, say, sayMachine } from './lib/bench-database.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const HELLO = new URL('../dist/client/bench-hello.html', import.meta.url)
const SIGNED_IN = { 'sec-fetch-site': 'same-origin' }

interface Figures {
  script: number
  all: number
  requests: number
  lcp: number
  cls: number
  inp: number
}

const observe = () => {
  const seen = { lcp: 0, cls: 0, inp: 0 }
  const watch = (type: string, take: (entry: never) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as never))).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    } as PerformanceObserverInit)
  watch('largest-contentful-paint', ({ startTime }: PerformanceEntry) => (seen.lcp = startTime))
  watch('layout-shift', (shift: { value: number; hadRecentInput: boolean }) => {
    if (!shift.hadRecentInput) seen.cls += shift.value
  })
  watch('event', ({ duration }: PerformanceEntry) => (seen.inp = Math.max(seen.inp, duration)))
  Object.assign(globalThis, { firstLoad: seen })
}

/** One load with an empty cache; then a click on the theme button, whose menu is loaded on demand. */
async function load(browser: Browser, state: object | undefined, url: string): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state as never }),
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(observe)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const kinds = new Map<string, string>()
    const sum = { script: 0, all: 0, requests: 0 }
    cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      sum.all += encodedDataLength
      sum.requests += 1
      if (kinds.get(requestId) === 'Script') sum.script += encodedDataLength
    })
    await page.goto(url)
    await page.waitForLoadState('load')
    await sleep(1500)
    const before = { ...sum }
    await press(page)
    const seen = await page.evaluate(
      () => (globalThis as unknown as { firstLoad: Omit<Figures, keyof typeof sum> }).firstLoad,
    )
    return { ...before, ...seen }
  } finally {
    await context.close()
  }
}

async function press(page: Page): Promise<void> {
  const theme = page.getByRole('button', { name: 'Theme' })
  if ((await theme.count()) === 0) await page.locator('body').click()
  else {
    await theme.click()
    await page.getByRole('menu').waitFor()
  }
  // The browser reports an event once its frame is on the screen.
  await sleep(400)
}

async function reportPath(page: Page): Promise<string> {
  for (;;) {
    const answer = await page.request.get('/api/v1/modeling/v1/jobs/details?status=completed', {
      headers: SIGNED_IN,
    })
    const { content } = (await answer.json()) as { content: { job_key: string }[] }
    if (content[0]) return `/spatial-catalog/report/${content[0].job_key}`
    await sleep(1000)
  }
}

const { BENCH_URL: url, BENCH_EMAIL: email = '', BENCH_PASSWORD: password = '' } = process.env
let product: Pick<Product, 'url' | 'email' | 'password'> = { url: url ?? '', email, password }
const end = url
  ? async () => undefined
  : await startProduct({ provide: (_: string, value: Product) => (product = value) } as never)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  sayMachine()
  writeFileSync(HELLO, '<!doctype html><html lang="en"><title>Hello</title><h1>Hello</h1></html>\n')
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(product.email)
  await page.getByLabel('Password').fill(product.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  const report = await reportPath(page)
  const state = await context.storageState()
  await context.close()

  const screens: [string, string, object?][] = [
    ['a static page', '/bench-hello.html'],
    ['Log In', '/login'],
    ['Home', '/', state],
    ['Product Catalog', '/modeling/product-catalog', state],
    ['a report', report, state],
  ]
  const figures = new Map<string, Figures[]>(screens.map(([name]) => [name, []]))
  for (let round = -1; round < ROUNDS; round++)
    for (const [name, path, session] of screens) {
      const found = await load(browser, session, product.url + path)
      if (round >= 0) figures.get(name)?.push(found)
    }
  for (const [name, found] of figures) {
    const of = (key: keyof Figures) => found.map((one) => one[key])
    const kb = (key: 'script' | 'all') => `${(median(of(key)) / 1000).toFixed(0)} KB`
    say(
      `${name}: scripts ${kb('script')} of ${kb('all')} in ${median(of('requests'))} requests, ` +
        `LCP ${median(of('lcp')).toFixed(0)} ms (at worst ${Math.max(...of('lcp')).toFixed(0)}), ` +
        `CLS ${Math.max(...of('cls')).toFixed(3)}, INP ${median(of('inp'))} ms (at worst ${Math.max(...of('inp'))})`,
    )
  }
} finally {
  rmSync(HELLO, { force: true })
  await browser.close()
  await end()
}
