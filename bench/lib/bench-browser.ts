import { type Browser, type Page, chromium } from 'playwright-core'
import startProduct, { type Product } from '../../tests/support/product.global.ts'

type Instance = Pick<Product, 'url' | 'email' | 'password'>

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

/** The product, started for this run or named by BENCH_URL, BENCH_EMAIL and BENCH_PASSWORD, and a browser. */
export async function startInstance() {
  const { BENCH_URL: url, BENCH_EMAIL: email = '', BENCH_PASSWORD: password = '' } = process.env
  let product: Instance = { url: url ?? '', email, password }
  const endProduct = url
    ? async () => undefined
    : await startProduct({ provide: (_: string, value: Product) => (product = value) } as never)
  const browser = await openBrowser()
  const end = async () => {
    await browser.close()
    await endProduct()
  }
  return { product, browser, end }
}

/** A session, as the state of a browser context, and a page that uses it. */
export async function signIn(browser: Browser, product: Instance) {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(product.email)
  await page.getByLabel('Password').fill(product.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  return { page, state: await context.storageState() }
}

/** The key of a completed layer, as soon as there is one. */
export async function completedKey(page: Page): Promise<string> {
  for (;;) {
    const answer = await page.request.get('/api/v1/modeling/v1/jobs/details?status=completed', {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const { content } = (await answer.json()) as { content: { job_key: string }[] }
    if (content[0]) return content[0].job_key
    await page.waitForTimeout(1000)
  }
}

export interface Vitals {
  lcp: number
  cls: number
  inp: number
  /** What took longest to answer. */
  slowest: string
  /** Tasks above 50 ms, in ms. */
  longTasks: number[]
}

/** Collects what the browser itself measures; `readVitals` reads it. */
export function watchVitals() {
  const seen: Vitals = { lcp: 0, cls: 0, inp: 0, slowest: '', longTasks: [] }
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
  watch('longtask', ({ duration }: PerformanceEntry) => seen.longTasks.push(duration))
  watch('event', ({ duration, name, target, interactionId }: PerformanceEventTiming) => {
    // Moving the pointer is no interaction.
    if (!interactionId || duration <= seen.inp) return
    // The button, not its icon.
    const element = (target as Element | null)?.closest('button, a') ?? (target as Element | null)
    seen.inp = duration
    seen.slowest = `${name} on ${element?.getAttribute('aria-label') ?? element?.textContent?.slice(0, 30) ?? '?'}`
  })
  Object.assign(globalThis, { vitals: seen })
}

/** The browser reports an event once its frame is on the screen, so this waits a little first. */
export async function readVitals(page: Page): Promise<Vitals> {
  await page.waitForTimeout(300)
  return page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals)
}
