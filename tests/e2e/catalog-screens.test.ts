import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'
import { countColours } from '../support/browser/count-colours.ts'
import { loseContext } from '../support/browser/lose-context.ts'

const browser = browserOfFile()
const SAMPLES = join(import.meta.dirname, '../../samples/nigeria')

describe('band collections', () => {
  let page: Page
  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page, '/raster/band-collection')
  })
  afterAll(() => page.context().close())

  test('the sample is listed, and its page shows that its bands fit', async () => {
    // The sample may still be loading when the test begins; its job comes last.
    await expect
      .poll(
        async () => {
          const answer = await page.request.get('/api/v1/modeling/v1/jobs/details?limit=1')
          return ((await answer.json()) as { totalElements: number }).totalElements
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toBeGreaterThan(0)
    await page.reload()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'nga_basic', exact: true }).click()
    await page.getByText('The bands fit together').waitFor()
    await page.getByRole('table', { name: 'Bands compared' }).getByText('nga_coast_distance').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'nga_basic is in use' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('a collection is created by keyboard: bands added, ordered, checked', async () => {
    await page.goto('/raster/band-collection/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('walked')
    await page.getByRole('searchbox', { name: 'Search bands by name' }).fill('nga_')
    for (const band of ['nga_elevation', 'nga_ruggedness', 'nga_coast_distance']) {
      await page.getByRole('button', { name: `Add ${band}` }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Use nga_population as population band' }).press('Enter')
    const names = () =>
      page.getByRole('list', { name: 'Bands of the collection' }).getByRole('listitem').allInnerTexts()
    await page.getByRole('button', { name: 'Move nga_coast_distance', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Picked up nga_coast_distance, place 3 of 3.').waitFor({ state: 'attached' })
    // The list has measured its places, and listens for arrows, a moment after the announcement: no person is faster.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
    await page.keyboard.press('ArrowUp')
    await page.getByText('nga_coast_distance is over place 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect
      .poll(async () => (await names()).map((text) => /nga_\w+/.exec(text)?.[0]))
      .toEqual(['nga_elevation', 'nga_coast_distance', 'nga_ruggedness'])
    await page.getByText('The bands fit together').waitFor()
    // Pale while it is about the previous order.
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Create collection' }).click()
    await page.getByRole('heading', { level: 1, name: 'walked' }).waitFor()
  })

  test('it is edited, restored to its first version and deleted', async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Remove nga_ruggedness' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('No job has used it yet', { exact: false }).waitFor()
    const bands = page.getByRole('region', { name: 'Bands, in order' }).getByRole('listitem')
    expect(await bands.count()).toBe(2)
    const versions = page.getByRole('list', { name: 'Versions, newest first' })
    await versions.getByText('Removed nga_ruggedness').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await versions.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('button', { name: 'Restore it' }).click()
    await versions.getByText('Restored from version 1').waitFor()
    await expect.poll(() => bands.count()).toBe(3)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the collection' }).click()
    await page.getByText("The band collection 'walked' was removed.").waitFor()
    await page.waitForURL((url) => url.pathname === '/raster/band-collection')
  })
})

describe('the spatial catalog', () => {
  let page: Page
  const title = 'Relief of Nigeria, checked in'
  const row = () => page.getByRole('row').filter({ hasText: title })
  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page, '/spatial-catalog/raster-check-in')
  })
  afterAll(() => page.context().close())

  test('a file that is not a raster is reported, and nothing is published', async () => {
    await page
      .getByLabel(/Choose a GeoTIFF/)
      .setInputFiles({ name: 'fake.tif', mimeType: 'image/tiff', buffer: Buffer.from('not a raster at all') })
    await page.getByText('The file could not be uploaded').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Choose another file' }).click()
  })

  const relief = () => ({
    name: 'relief-to-publish.tif',
    mimeType: 'image/tiff',
    buffer: readFileSync(join(SAMPLES, 'nga_elevation.tif')),
  })
  test('an upload is paused, and continued after a reload', async () => {
    const isPiece = (url: URL) => /\/uploads\/[^/]+$/.test(url.pathname)
    // Its bytes never arrive.
    await page.route(isPiece, () => {})
    const begins = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByLabel(/Choose a GeoTIFF/).setInputFiles(relief())
    await begins
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('The uploaded part is kept.').waitFor()
    await page.unroute(isPiece)
    await page.reload()
    await page.getByRole('region', { name: 'Unfinished uploads' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByLabel('The file relief-to-publish.tif').setInputFiles(relief())
  })

  test('a raster is inspected when it has arrived, named and published', async () => {
    const inside = page.getByRole('region', { name: 'Contents' })
    await inside.getByText('289 × 232').waitFor()
    const map = page.getByRole('region', { name: 'Map of band 1 of the file' })
    await map.waitFor()
    // Without the picture there are less than a thousand, with it three times as many.
    await expect
      .poll(async () => countColours(await map.screenshot()), { timeout: 30_000 })
      .toBeGreaterThan(1_500)
    await loseContext(map)
    await expect
      .poll(async () => countColours(await map.screenshot()), { timeout: 30_000 })
      .toBeGreaterThan(1_500)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Country' }).selectOption('NGA')
    for (const [name, text] of [
      ['Target', 'elevation'],
      ['Source', 'ETOPO5'],
      ['Source wave', '1988'],
      ['Title', title],
    ] as const)
      await page.getByRole('textbox', { name, exact: true }).fill(text)
    await page.getByRole('button', { name: 'Publish the raster' }).click()
    await page.getByText(`${title} is published`).waitFor()
    await page.getByTestId('map').locator('canvas').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Show it in the Spatial Catalog' }).click()
    await row().waitFor()
    await page.getByText('1 product matches').waitFor()
  })

  test('a link of an older client finds it; a box elsewhere does not', async () => {
    await page.goto('/spatial-catalog?iso_3_code=NGA')
    await row().waitFor()
    expect(page.url()).not.toContain('iso_3_code')
    expect(await seriousFaults(page)).toEqual([])
    await page.goto('/spatial-catalog?bounds=-10,40,0,50')
    await page.getByText('No products match these filters').waitFor()
    await page.goto('/spatial-catalog?bounds=5,5,6,6')
    await row().waitFor()
  })

  test('a box is drawn on the map', async () => {
    await page.goto('/spatial-catalog?target=elevation')
    await row().waitFor()
    const canvas = page.getByTestId('footprints').locator('canvas')
    await canvas.waitFor()
    await page.getByRole('button', { name: 'Draw a box' }).click()
    const { x, y, width, height } = (await canvas.boundingBox())!
    await page.mouse.move(x + width * 0.35, y + height * 0.35)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.5, y + height * 0.5, { steps: 3 })
    await page.mouse.move(x + width * 0.65, y + height * 0.65, { steps: 3 })
    await page.mouse.up()
    await page.waitForURL((url) =>
      /^-?[\d.]+,-?[\d.]+,-?[\d.]+,-?[\d.]+$/.test(url.searchParams.get('bounds') ?? ''),
    )
    await row().waitFor()
    await page.getByRole('button', { name: 'Clear the box' }).click()
    await page.waitForURL((url) => !url.searchParams.has('bounds'))
  })

  test('its status is changed after a preview, and changed back', async () => {
    await row().getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption('retired')
    await dialog.getByRole('region', { name: 'Preview' }).getByText('retired').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change 1 product' }).click()
    await row().getByText('Retired').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row().getByText('Published').waitFor()
  })

  test('a custom stack is created from it', async () => {
    await page
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Custom stack' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Custom stack' })
    await dialog.getByRole('list', { name: 'Bands, in order' }).getByRole('listitem').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create stack' }).click()
    await dialog.getByText('Enter a name of 1 to 200 characters.').first().waitFor()
    await dialog.getByLabel('Name').fill('relief_stack')
    await dialog.getByRole('button', { name: 'Create stack' }).click()
    await page.getByRole('heading', { level: 1, name: 'relief_stack' }).waitFor()
    await page.goBack()
    await row().waitFor()
  })

  test('a row provides a link that works without a session', async () => {
    await row()
      .getByRole('button', { name: `Actions for ${title}` })
      .click()
    await page.getByRole('menuitem', { name: 'Links for QGIS, R and Python' }).click()
    const link = await page.getByLabel('Link', { exact: true }).innerText()
    expect(await seriousFaults(page)).toEqual([])
    const answer = await fetch(link, { headers: { range: 'bytes=0-3' } })
    expect(answer.status).toBe(206)
    await page.keyboard.press('Escape')
  })
})
