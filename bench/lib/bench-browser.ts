import { type Browser, type Page, chromium } from 'playwright-core'
import startProduct, { type Product } from '../../tests/support/browser/product.global.ts'

type Instance = Pick<Product, 'url' | 'email' | 'password'>

/** The product, started for this run or named by BENCH_URL, BENCH_EMAIL and BENCH_PASSWORD, and a browser. */
export async function startInstance() {
  const { BENCH_URL: url, BENCH_EMAIL: email = '', BENCH_PASSWORD: password = '' } = process.env
  let product: Instance = { url: url ?? '', email, password }
  const endProduct = url
    ? async () => undefined
    : await startProduct({ provide: (_: string, value: Product) => (product = value) } as never)
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const end = async () => {
    await browser.close()
    await endProduct()
  }
  return { product, browser, end }
}

/** A session, as the state of a browser context, and a page that uses it. */
export async function logIn(browser: Browser, product: Instance) {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(product.email)
  await page.getByLabel('Password').fill(product.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  return { page, state: await context.storageState() }
}

/**
 * The key of a completed layer, once every layer of the sample has been computed: no model is fitted beside what is
 * measured.
 */
export async function completedKey(page: Page): Promise<string> {
  const jobs = async (query: string) => {
    const answer = await page.request.get(`/api/v1/modeling/v1/jobs/details?${query}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    return ((await answer.json()) as { content: { job_key: string }[] }).content
  }
  for (;;) {
    const [done, open] = [await jobs('status=completed'), await jobs('status=pending&status=running')]
    if (done[0] && !open.length) return done[0].job_key
    await page.waitForTimeout(1000)
  }
}

export interface Vitals {
  lcp: number
  cls: number
  inp: number
  /** What took longest to answer: ms before its code ran, in its code, until the next frame was on the screen. */
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
  watch('event', (event: PerformanceEventTiming) => {
    const { duration, name, target, interactionId, startTime, processingStart, processingEnd } = event
    // Moving the pointer is no interaction.
    if (!interactionId || duration <= seen.inp) return
    // The button, not its icon.
    const element = (target as Element | null)?.closest('button, a') ?? (target as Element | null)
    seen.inp = duration
    const what = element?.getAttribute('aria-label') ?? element?.textContent?.slice(0, 30) ?? '?'
    const [waited, worked] = [processingStart - startTime, processingEnd - processingStart].map(Math.round)
    seen.slowest = `${name} on ${what}: ${waited} waiting, ${worked} working, then ${duration - waited - worked}`
  })
  Object.assign(globalThis, { vitals: seen })
}

/** The browser reports an event once its frame is on the screen, so this waits a little first. */
export async function readVitals(page: Page): Promise<Vitals> {
  await page.waitForTimeout(300)
  return page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals)
}
