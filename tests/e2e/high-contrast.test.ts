import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()
let page: Page

beforeAll(async () => {
  page = (await browser.openPage({ forcedColors: 'active' })).page
  await logIn(page, '/raster/band-catalog/bulk')
})
afterAll(() => page.context().close())

/** What remains of a look if the browser replaces its colours. */
const lookOf = (part: Locator) =>
  part.evaluate((element) => {
    const { backgroundColor, outlineStyle, outlineWidth, borderBottomWidth } = getComputedStyle(element)
    return [backgroundColor, outlineStyle, outlineWidth, borderBottomWidth].join(' ')
  })

/** The chosen one does not look like another one. */
async function differ(chosen: Locator, other: Locator) {
  await expect.poll(() => lookOf(chosen.first())).not.toBe(await lookOf(other.first()))
}

test('the choice of a segmented control and the screen in the menu are visible', async () => {
  await differ(page.locator('.segment:has(:checked)'), page.locator('.segment:not(:has(:checked))'))
  await page.goto('/raster/band-catalog')
  const links = page.getByRole('navigation').locator('.menu-link')
  await differ(links.and(page.locator('[aria-current]')), links.and(page.locator(':not([aria-current])')))
})

test('so are the active one of several views, a pressed button and the item that the keys are on', async () => {
  await page.goto('/modeling/product-catalog')
  const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link')
  await differ(views.and(page.locator('.current')), views.and(page.locator(':not(.current)')))
  await page.getByRole('button', { name: 'Newest first' }).click()
  await differ(page.locator('button[aria-pressed=true]'), page.getByRole('button', { name: 'View' }))
  await page.getByRole('button', { name: 'Theme' }).click()
  const items = page.getByRole('menuitemradio')
  await items.first().waitFor()
  await page.keyboard.press('ArrowDown')
  await differ(
    items.and(page.locator('[data-highlighted]')),
    items.and(page.locator(':not([data-highlighted])')),
  )
  await page.keyboard.press('Escape')
})

test('so is the active result of the palette, and a colour that can be chosen keeps its colour', async () => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('band')
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await differ(
    results.and(page.locator('[aria-selected=true]')),
    results.and(page.locator('[aria-selected=false]')),
  )
  await page.keyboard.press('Escape')
  await page.goto('/tags')
  await page.getByRole('button', { name: 'New tag' }).click()
  const swatches = page.locator('label:has([type=radio]) > span')
  expect(await lookOf(swatches.nth(0))).not.toBe(await lookOf(swatches.nth(1)))
})
