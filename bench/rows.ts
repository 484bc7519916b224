/**
 * P14: the Product Catalog with 100 rows, the most that a page has, in Chromium: the time from the choice of 100 rows
 * to the first frame that is full of them, until all are there, the longest frame meanwhile and while they scroll, and
 * the time from selecting a row to the next frame, with 100 and with 10,000 jobs in the database. Its peer is a plain
 * <table> with the same texts, without links, menus or styles.
 * Run: node_modules/.bin/node bench/rows.ts [rounds, default 5]
 */
import type { Page } from 'playwright-core'
import { buildIfNeeded } from '../launcher/build.ts'
import { makeManyJobs } from '../scripts/make-many-jobs.ts'
import { openBrowser } from './lib/bench-browser.ts'
import { median, say, sayMachine, withDatabase } from './lib/bench-database.ts'
import { addPerson, startService } from './lib/bench-service.ts'
import { cookieOf, startWeb } from './lib/bench-web.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const ROWS = 100

/** What a page loads after itself, such as the notifications, is over. */
const SETTLED_MS = 2000

/** Chooses 100 rows; the answer of the service is part of the time. */
const mountRows = (page: Page) =>
  page.evaluate(async (rows) => {
    const shown = document.querySelector('tbody')!.rows
    const few = shown.length
    const select = [...document.querySelectorAll('select')].find(({ value }) => value === '10')!
    const start = performance.now()
    select.value = String(rows)
    select.dispatchEvent(new Event('change', { bubbles: true }))
    while (shown.length <= few) await new Promise((resolve) => setTimeout(resolve, 2))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const first = performance.now() - start
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
    const last = shown[shown.length - 1]!
    if (bottomOf(last) < bottomOf(last.closest('.table-region')!)) throw new Error('The table is not full.')
    let [longest, before] = [0, performance.now()]
    while (shown.length < rows) {
      const now = await new Promise(requestAnimationFrame)
      longest = Math.max(longest, now - before)
      before = now
    }
    return { first, all: performance.now() - start, meanwhile: longest }
  }, ROWS)

/** A plain table with the texts of the rows that are shown, from nothing to its first frame. */
const mountPlain = (page: Page) =>
  page.evaluate(async () => {
    const texts = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent ?? ''),
    )
    const start = performance.now()
    const table = document.createElement('table')
    for (const cells of texts) {
      const row = table.insertRow()
      for (const text of cells) row.insertCell().textContent = text
    }
    document.body.append(table)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const taken = performance.now() - start
    table.remove()
    return taken
  })

/** Selects the third row. */
const selectRow = (page: Page) =>
  page.evaluate(async () => {
    const box = document.querySelectorAll<HTMLElement>('[data-row-check]')[2]!
    const start = performance.now()
    box.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - start
  })

/** The longest frame, in ms, while the rows scroll to their end in steps of 120 px. */
async function scroll(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0, last: performance.now(), over: false }
    const frame = (now: number) => {
      seen.longest = Math.max(seen.longest, now - seen.last)
      seen.last = now
      if (!seen.over) requestAnimationFrame(frame)
    }
    requestAnimationFrame((now) => ((seen.last = now), frame(now)))
    Object.assign(globalThis, { seen })
  })
  await page.locator('tbody tr').first().hover()
  for (let step = 0; step < 40; step++) {
    await page.mouse.wheel(0, 120)
    await page.waitForTimeout(16)
  }
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { longest: number; over: boolean } }
    seen.over = true
    return seen.longest
  })
}

await buildIfNeeded()
const browser = await openBrowser()
sayMachine()
const mounts: number[] = []
try {
  for (const jobs of [100, 10_000])
    await withDatabase(async (databaseUrl, dataDir) => {
      await makeManyJobs(databaseUrl, jobs, 1)
      const { headers } = await addPerson(databaseUrl, 'bench@strata.example')
      const service = await startService(databaseUrl, dataDir)
      const web = await startWeb(service.url)
      try {
        const rounds: Record<'first' | 'all' | 'meanwhile' | 'plain' | 'select' | 'longest', number>[] = []
        for (let round = -1; round < ROUNDS; round++) {
          const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
          const [name, value] = cookieOf(headers.authorization).split('=') as [string, string]
          await context.addCookies([{ name, value, url: web.url }])
          const page = await context.newPage()
          await page.goto(`${web.url}/modeling/product-catalog?limit=10`)
          await page.waitForLoadState('networkidle')
          await page.waitForTimeout(SETTLED_MS)
          const figures = {
            ...(await mountRows(page)),
            plain: await mountPlain(page),
            select: await selectRow(page),
            longest: await scroll(page),
          }
          if (round >= 0) rounds.push(figures)
          await context.close()
        }
        const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((one) => one[key]))
        mounts.push(of('first'))
        const ms = (key: keyof (typeof rounds)[number]) => `${of(key).toFixed(0)} ms`
        say(
          `${jobs} jobs: first frame of ${ROWS} rows after ${ms('first')} (plain table ${ms('plain')}), all after ` +
            `${ms('all')}, longest frame meanwhile ${ms('meanwhile')}, a row selected after ${ms('select')}, ` +
            `longest frame while scrolling ${ms('longest')}`,
        )
      } finally {
        web.stop()
        service.stop()
      }
    })
  say(`10,000 jobs take ${(mounts[1]! / mounts[0]!).toFixed(2)} × as long as 100`)
} finally {
  await browser.close()
}
