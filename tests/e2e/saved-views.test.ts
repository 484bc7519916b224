import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { overflow, seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()

test('a table is saved, becomes the default, is edited, exported and deleted', async () => {
  const { page, context } = await browser.openPage()
  await logIn(page, '/survey/catalog?sort_by=target&dense=true')
  const view = page.getByRole('button', { name: 'By target' })
  const choose = async (name: string) => {
    await view.press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }

  await page.waitForLoadState('networkidle')
  const { promise: checked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/_serverFn\//, async (route) => {
    await checked
    await route.continue()
  })
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await page.getByText('Loading the views').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  goOn()
  await page.getByRole('menuitemradio', { name: 'No view' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Save as new view' }).press('Enter')
  await page.getByLabel('Name').fill('By target')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await view.waitFor()
  await choose('Open this table with this view')
  await page.getByText("This list opens with 'By target'.").waitFor()

  await page.getByRole('link', { name: 'Worldpop Catalog' }).click()
  await page.waitForURL(/\/worldpop/)
  await page.getByRole('link', { name: 'Survey Catalog' }).click()
  await page.waitForURL(/sort_by=target&dense=true&view=\d+$/)
  const link = page.url()
  await page.goto(`${link}&simulated=true`)
  await page.getByText('edited').waitFor()

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = readFileSync(await (await download).path(), 'utf8').split('\r\n')
  expect(file.slice(1, 4)).toEqual(['# simulated=true', '# sort_by=target', '# sort_order=asc'])
  expect(file[4]).toMatch(/^id,iso3_code,/)

  await choose('Delete')
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByText("The view 'By target' was deleted.").waitFor()
  // A link holds the state itself.
  await page.goto(link)
  await page.getByRole('button', { name: 'Saved views' }).waitFor()
  await page.goto(new URL('/survey/catalog', link).href)
  await page.getByRole('button', { name: 'Saved views' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

test.each([
  { width: 1024, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
] as const)('at $width px, $colorScheme, toolbar and export fit', async ({ width, colorScheme }) => {
  const { page, context } = await browser.openPage({ viewport: { width, height: 900 }, colorScheme })
  await logIn(page, '/survey/catalog')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFaults(page)).toEqual([])
  await context.close()
})
