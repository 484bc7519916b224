import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserOfFile, signIn } from '../support/browser.ts'

const browser = browserOfFile()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; impact: string | null; nodes: { target: string[] }[] }[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.each([
  { width: 1440, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const)('the help is searched and addressed by section at $width px', async ({ width, colorScheme }) => {
  const { page, context } = await browser.openPage({ viewport: { width, height: 900 }, colorScheme })
  await signIn(page, '/modeling#metrics')
  await page.getByRole('heading', { level: 1, name: 'Help Documentation' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/modeling')
  expect(await faults(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.goto('/modeling#metrics')
  await page.getByRole('heading', { name: 'Figures of cross-validation' }).waitFor()
  await page.waitForFunction(() => {
    const top = document.querySelector('#metrics')?.getBoundingClientRect().top ?? -1
    return top >= 0 && top < innerHeight
  })

  await page.getByRole('searchbox', { name: 'Search the help' }).fill('overfit_gap')
  await page.getByText(/^\d+ of \d+ topics found$/).waitFor()
  await page.getByRole('heading', { name: 'Columns' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Charts' }).isVisible()).toBe(false)
  await page.waitForURL((url) => url.searchParams.get('q') === 'overfit_gap')
  await page.reload()
  await page.getByText(/^\d+ of \d+ topics found$/).waitFor()
  await context.close()
})

test('the matrix of calls comes from the contract, and the samples can be downloaded', async () => {
  const { page, context } = await browser.openPage()
  await signIn(page, '/modeling')
  const row = page.getByRole('row').filter({ hasText: 'POST /modeling/v1/run/file' })
  await row.waitFor()
  expect(await row.getByRole('cell').allInnerTexts()).toEqual([expect.any(String), 'no', 'yes', 'yes'])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'configuration.csv' }).click()
  expect((await download).suggestedFilename()).toContain('.csv')
  await context.close()
})

test('the raster introduction shows its images and links to the collections', async () => {
  const { page, context } = await browser.openPage({ viewport: { width: 360, height: 800 } })
  await signIn(page, '/raster')
  await page.getByRole('heading', { name: 'A band collection is what a model uses' }).waitFor()
  const drawn = await page
    .getByRole('main')
    .locator('img')
    .evaluateAll((pictures) =>
      Promise.all((pictures as HTMLImageElement[]).map((one) => one.decode().then(() => one.naturalWidth))),
    )
  expect(drawn.length).toBe(11)
  expect(Math.min(...drawn)).toBeGreaterThan(0)
  expect(await faults(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Band Collection' }).last().click()
  await page.getByRole('link', { name: 'nga_basic' }).waitFor()
  await context.close()
})
