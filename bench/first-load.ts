/**
 * P5: the first load of a screen in Chromium with an empty cache, compared with a static page from the same server.
 * Run: node_modules/.bin/node bench/first-load.ts [rounds]. BENCH_URL, BENCH_EMAIL and BENCH_PASSWORD name a running
 * instance with a computed layer to use instead.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import {
  type Vitals,
  completedKey,
  readVitals,
  logIn,
  startInstance,
  watchVitals,
} from './lib/bench-browser.ts'
import { median, say, sayMachine } from './lib/bench-database.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const HELLO = new URL('../dist/client/bench-hello.html', import.meta.url)

interface Figures extends Pick<Vitals, 'lcp' | 'cls' | 'inp'> {
  script: number
  all: number
  requests: number
}

/** One load with an empty cache; then a click on the theme button, whose menu is loaded on demand. */
async function load(browser: Browser, state: object | undefined, url: string): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state as never }),
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchVitals)
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
    return { ...before, ...(await readVitals(page)) }
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
}

const { product, browser, end } = await startInstance()
try {
  sayMachine()
  writeFileSync(HELLO, '<!doctype html><html lang="en"><title>Hello</title><h1>Hello</h1></html>\n')
  const { page, state } = await logIn(browser, product)
  const report = `/spatial-catalog/report/${await completedKey(page)}`

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
  await end()
}
