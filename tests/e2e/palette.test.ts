import { expect, test } from 'vitest'
import { overflow, seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()

test('Ctrl-K finds a screen and a job, by keyboard alone', async () => {
  const { page, context } = await browser.openPage()
  await logIn(page, '/tags')
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
  await page.waitForLoadState('load')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search screens, records and actions' })
  await field.waitFor()
  await page.keyboard.type('band cat')
  await page.getByRole('option', { name: /^Band Catalog/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/raster/band-catalog')
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recent' }).getByText('Band Catalog').waitFor()
  await page.keyboard.type('nga water')
  await page
    .getByRole('group', { name: 'Jobs' })
    .getByRole('option', { name: /water.*nga-water/i })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/spatial-catalog\/report\/nga-water/)
  await context.close()
})

test.each([
  { width: 1440, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const)(
  'at $width px, $colorScheme, palette and notifications are accessible and fit',
  async ({ width, colorScheme }) => {
    const { page, context } = await browser.openPage({ viewport: { width, height: 800 }, colorScheme })
    await logIn(page, '/tags')
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
    await page.waitForLoadState('load')
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('combobox')
    await field.waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await field.fill('nga')
    await page.getByRole('group', { name: 'Jobs' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await field.fill('zzzz')
    await page.getByText('Nothing found for', { exact: false }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('link', { name: 'Show all' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await context.close()
  },
)

test('a menu longer than the window shows the entry of the current page', async () => {
  const { page, context } = await browser.openPage({ viewport: { width: 1440, height: 420 } })
  await logIn(page, '/tags')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' })
  await expect
    .poll(async () => {
      const box = await entry.boundingBox()
      return box !== null && box.y >= 56 && box.y + box.height <= 420
    })
    .toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await context.close()
})
