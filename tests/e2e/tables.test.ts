import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overflow, seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()
const CATALOG = '/modeling/product-catalog'
let page: Page

beforeAll(async () => {
  page = (await browser.openPage({ viewport: { width: 1024, height: 800 } })).page
  await logIn(page, CATALOG)
})
afterAll(() => page.context().close())

const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex)

test('the sample is there', async () => {
  // The sample may still be loading when the test begins; its job comes last.
  const jobs = async () => {
    const answer = await page.request.get('/api/v1/modeling/v1/jobs/details?limit=1')
    return ((await answer.json()) as { totalElements: number }).totalElements
  }
  await expect.poll(jobs, { timeout: 120_000, interval: 1_000 }).toBeGreaterThan(0)
})

test('at 1024 px the menu shows icons, and a shade says on which side columns continue', async () => {
  const columns = ['status', 'datetime_submitted', 'source', 'target', 'method', 'stack_name', 'iso3_code']
  const more = ['rmse_block', 'r2_block', 'coverage_block', 'app_user_id', 'tags', 'round', 'submission_id']
  const shown = [...columns, ...more].map((column) => `columns=${column}`)
  await page.goto(`${CATALOG}?${shown.join('&')}`)
  const table = page.getByRole('region', { name: 'Jobs, table' })
  await expect.poll(() => table.getAttribute('data-after')).toBe('')
  expect(await table.getAttribute('data-before')).toBeNull()
  await table.evaluate((region) => region.scrollTo({ left: region.scrollWidth }))
  await expect.poll(() => table.getAttribute('data-before')).toBe('')
  expect(await table.getAttribute('data-after')).toBeNull()
  // The first column remains in view.
  const [region, job] = [await table.boundingBox(), await table.getByRole('rowheader').first().boundingBox()]
  expect(job!.x).toBeGreaterThanOrEqual(region!.x)
  expect(job!.x).toBeLessThan(region!.x + 80)
  expect(await seriousFaults(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  expect((await home.boundingBox())!.width).toBeLessThan(64)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const drawer = page.getByRole('dialog')
  expect((await drawer.getByRole('link', { name: 'Home' }).boundingBox())!.width).toBeGreaterThan(150)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('a job’s key is shortened in the middle: its round and id stay whole', async () => {
  await page.goto(CATALOG)
  const key = page.locator('.job-key').first()
  await key.waitFor()
  const parts = await key.evaluate(({ children: [start, end], parentElement }) => ({
    end: end?.textContent,
    cut: (start?.scrollWidth ?? 0) > (start?.clientWidth ?? 0),
    gap: (end?.getBoundingClientRect().left ?? 0) - (start?.getBoundingClientRect().right ?? 0),
    beyond: (end?.getBoundingClientRect().right ?? 0) - (parentElement?.getBoundingClientRect().right ?? 0),
  }))
  expect(parts).toMatchObject({ end: expect.stringMatching(/^-r1-\d+$/), cut: true, gap: 0 })
  expect(parts.beyond).toBeLessThanOrEqual(0)
})

test('the rows are one tab stop, and a row opens by keyboard', async () => {
  await page.goto('/raster/band-catalog')
  await page.getByRole('link', { name: 'nga_elevation' }).waitFor()
  await expect.poll(() => page.locator('tbody [tabindex="0"]').count()).toBe(1)
  await page.locator('thead button').last().focus()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe(2)
  const cell = page.locator('td:focus')
  expect(await cell.count()).toBe(1)
  await page.keyboard.press('Tab')
  expect(await focused()).toBeUndefined()
  await page.keyboard.press('Shift+Tab')
  expect(await cell.count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/raster\/band-catalog\/\d+$/)
})

test('a filter shows how many jobs each option has; a period stays relative; the count is announced', async () => {
  await page.goto(CATALOG)
  const filters = page.getByRole('group', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await filters.getByRole('button', { name: 'Country' }).click()
  await page.getByRole('combobox', { name: 'Search Country' }).waitFor()
  await page.keyboard.type('Nigeria')
  await page.getByRole('option', { name: /^Nigeria.*\d+$/ }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await filters.getByRole('button', { name: 'Submitted' }).click()
  await page.getByRole('radio', { name: 'Last 7 days' }).click()
  await page.getByText('Submitted: Last 7 days').waitFor()
  expect(new URL(page.url()).search).toBe('?submitted=last_7_days')
  await page.getByText(/^(1 row matches|\d+ jobs match)$/).waitFor({ state: 'attached' })
  expect(await seriousFaults(page)).toEqual([])
})

const LISTS = [
  CATALOG,
  '/modeling/submission',
  '/modeling/raster-assets',
  '/raster/band-catalog',
  '/raster/band-collection',
  '/survey/catalog',
  '/survey/catalog/map',
  '/survey/catalog/matrix',
  '/people',
  '/audit',
  '/place-groups',
]

test.each([1440, 900, 390])('at rest a toolbar has at most five controls (%i px)', async (width) => {
  await page.setViewportSize({ width, height: 900 })
  const counts: Record<string, number> = {}
  for (const path of LISTS) {
    await page.goto(path)
    const toolbar = page.getByRole('group', { name: 'Toolbar' })
    await toolbar.getByRole('button', { name: 'Filter' }).waitFor()
    counts[path] = await toolbar.getByRole('button').count()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  expect(Object.entries(counts).filter(([, count]) => count > 5)).toEqual([])
})
