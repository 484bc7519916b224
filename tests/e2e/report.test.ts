import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { faultsOfStyles, overflow } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'
import { readPdf } from '../support/browser/read-pdf.ts'

const browser = browserOfFile()
let page: Page

beforeAll(async () => {
  page = (await browser.openPage()).page
  await logIn(page)
  const job_key = await vi.waitFor(findReport, { timeout: 240_000, interval: 1000 })
  await page.goto(`/spatial-catalog/report/${job_key}`)
  await page.locator('canvas.maplibregl-canvas').waitFor()
}, 300_000)

/** The sample's layer, once it is computed. */
async function findReport(): Promise<string> {
  const answer = await page.request.get('/api/v1/modeling/v1/jobs/details?status=completed&limit=1')
  const { content } = (await answer.json()) as { content?: { job_key: string }[] }
  if (!content?.[0]) throw new Error(`No layer is computed yet: ${await answer.text()}`)
  return content[0].job_key
}

async function print(format: 'A4' | 'Letter') {
  await expect.poll(() => page.locator('[data-loading]').count(), { timeout: 30_000 }).toBe(0)
  const pages = readPdf(await page.pdf({ format, printBackground: true }))
  return pages.map(({ text, images }) => ({ words: text.replaceAll(/\s+/g, ' '), images }))
}

describe('a report on the screen', () => {
  const figure = () => page.locator('section[aria-labelledby=figure] strong')

  test('has its figure and what it can be used for in what the server renders', async () => {
    const rendered = await (await page.request.get(new URL(page.url()).pathname)).text()
    expect(rendered).toContain(`>${await figure().textContent()}</strong>`)
    expect(rendered).toContain('What it can be used for')
  })

  test.each([
    { width: 1440, height: 900, mapAbove: 400 },
    { width: 1024, height: 900, mapAbove: 600 },
    { width: 390, height: 844, mapAbove: 844 },
  ])('has figure and map in the first screen of $width px, and nothing beyond its edge', async (size) => {
    await page.setViewportSize(size)
    await page.evaluate(() => window.scrollTo(0, 0))
    const box = (await figure().boundingBox())!
    expect(box.y + box.height).toBeLessThan(500)
    expect((await page.locator('#map').boundingBox())!.y).toBeLessThan(size.mapAbove)
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('keeps its index in view, which leads to parts that the index does not cover', async () => {
    const index = page.getByRole('navigation', { name: 'Parts of this report' })
    await index.getByRole('link', { name: 'Cross-validation' }).click()
    const card = page.getByRole('region', { name: 'Cross-validation', exact: true })
    const bottomOf = async () => {
      const box = (await index.boundingBox())!
      return box.y + box.height
    }
    await expect.poll(async () => Math.round((await card.boundingBox())!.y)).toBeLessThan(200)
    expect((await card.boundingBox())!.y).toBeGreaterThanOrEqual(await bottomOf())
    await page.evaluate(() => window.scrollTo(0, 0))
  })

  test('has nothing that axe finds, nor has the choice of what is printed', async () => {
    const opened = '[data-part=how-to-read] summary'
    for (const summary of await page.locator(opened).all()) await summary.click()
    expect(await faultsOfStyles(page)).toEqual([])
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Print / PDF' }).click()
    expect(await faultsOfStyles(page, '[role=dialog]')).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
  })
})

describe.each(['A4', 'Letter'] as const)('a report on %s', (format) => {
  test('has figure, verdict, warnings, source, date and map on its first page, which ends with them', async () => {
    const [first, second] = await print(format)
    const figure = (await page.locator('section[aria-labelledby=figure] strong').textContent())!
    expect(first!.words).toContain(figure.replaceAll(/\s+/g, ' '))
    for (const words of ['What it can be used for', 'What is wrong with it', 'Submitted by', 'UTC'])
      expect(first!.words).toContain(words)
    expect(first!.images).toBeGreaterThan(0)
    expect(second!.words).toContain('Model checks')
    expect(second!.words).not.toContain('Submitted by')
  })

  test('numbers its pages, of which none is blank', async () => {
    const pages = await print(format)
    expect(pages.length).toBeGreaterThan(4)
    expect(pages.length).toBeLessThan(14)
    pages.forEach(({ words }, at) => {
      expect(words).toMatch(new RegExp(`^ ?${at + 1} / ${pages.length} `))
      expect(words.length, `page ${at + 1}`).toBeGreaterThan(150)
    })
  })

  test('repeats the names of the columns where the units continue on the next page', async () => {
    const units = (await print(format)).filter(({ words }) =>
      /\b(Inside|Outside) (Inside|Outside)\b|(Inside.*){8}/.test(words),
    )
    expect(units.length).toBeGreaterThan(1)
    for (const { words } of units) expect(words).toContain('Unit Clusters Observed')
  })
})

test('the reader chooses what follows the first page, and the browser remembers it', async () => {
  const pages = (await print('A4')).length
  await page.evaluate(() => (window.print = () => document.body.setAttribute('data-printed', '')))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print / PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print / PDF' })
  for (const name of ['Diagnostics', 'Cross-validation']) await dialog.getByRole('checkbox', { name }).click()
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await page.locator('body[data-printed]').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const fewer = await print('A4')
  expect(fewer.length).toBeLessThan(pages)
  expect(fewer.some(({ words }) => words.includes('Cross-validation'))).toBe(false)
  await page.reload()
  expect(await print('A4')).toHaveLength(fewer.length)
  expect(await page.getByRole('heading', { name: 'Cross-validation' }).isVisible()).toBe(true)
})
