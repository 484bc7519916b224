import { expect, test } from 'vitest'
import { overflow, seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()

test.each([
  { width: 1440, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const)('the help is searched and addressed by section at $width px', async ({ width, colorScheme }) => {
  const { page, context } = await browser.openPage({ viewport: { width, height: 900 }, colorScheme })
  await logIn(page, '/modeling#metrics')
  await page.getByRole('heading', { level: 1, name: 'Help Documentation' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/modeling')
  expect(await seriousFaults(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.goto('/modeling#metrics')
  await page.getByRole('heading', { name: 'Cross-validation metrics' }).waitFor()
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
  await logIn(page, '/modeling')
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
  await logIn(page, '/raster')
  await page.getByRole('heading', { name: 'A band collection is what a model uses' }).waitFor()
  const drawn = await page
    .getByRole('main')
    .locator('img')
    .evaluateAll((pictures) =>
      Promise.all((pictures as HTMLImageElement[]).map((one) => one.decode().then(() => one.naturalWidth))),
    )
  expect(drawn.length).toBe(11)
  expect(Math.min(...drawn)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Band Collection' }).last().click()
  await page.getByRole('link', { name: 'nga_basic' }).waitFor()
  await context.close()
})
