import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/browser/accessibility.ts'
import { logIn, browserOfFile } from '../support/browser/browser.ts'
import { countColours } from '../support/browser/count-colours.ts'

const browser = browserOfFile()
const sample = (name: string) => readFile(new URL(`../../samples/nigeria/${name}`, import.meta.url))
const fixture = (name: string) => readFile(new URL(`../fixtures/raster/${name}`, import.meta.url))
const tiff = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/tiff', buffer })

async function seesColours(page: Page): Promise<void> {
  const map = page.locator('canvas.maplibregl-canvas')
  await map.waitFor()
  await expect
    .poll(async () => countColours(await map.screenshot()), { timeout: 30_000 })
    .toBeGreaterThan(100)
}
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('the rasters of the sample', () => {
  let page: Page
  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page, '/modeling/raster-assets')
  })

  test('an asset is found, viewed, and kept because a collection uses it', async () => {
    await title(page, 'Raster Asset Catalog')
    const asset = page.getByRole('link', { name: 'nga_elevation.tif' })
    // The sample is still being loaded while the first pages open.
    await expect
      .poll(
        async () => {
          await page.reload()
          await title(page, 'Raster Asset Catalog')
          return asset.count()
        },
        { timeout: 120_000, interval: 2_000 },
      )
      .toBe(1)
    await asset.click()
    await title(page, 'nga_elevation.tif')
    await page.getByText('EPSG:4326 (WGS 84)').waitFor()
    await page.getByText('This raster has no findings.').waitFor()
    await page.getByRole('list', { name: 'Where it is used' }).getByText('nga_basic').waitFor()
    await seesColours(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'nga_elevation.tif is in use' })
    await dialog.getByText('nga_basic').waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete the asset' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('two files are uploaded; the valid one is catalogued, the other reports its error', async () => {
    await page.goto('/modeling/raster-assets/upload')
    await page
      .getByLabel('Choose rasters')
      .setInputFiles([
        tiff('rugged-again.tif', await sample('nga_ruggedness.tif')),
        tiff('broken.tif', Buffer.from('no raster at all')),
      ])
    await page.getByLabel('Country').selectOption('NGA')
    await page.getByLabel('Unit').fill('m')
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    const files = page.getByRole('list', { name: 'Chosen files' })
    await files.getByRole('link', { name: 'rugged-again.tif' }).waitFor({ timeout: 60_000 })
    await files.getByRole('listitem', { name: 'broken.tif' }).getByRole('alert').waitFor()
    await page.getByText('1 file catalogued').waitFor()
  })

  test('an unused asset is deleted after confirmation', async () => {
    await page.getByRole('link', { name: 'rugged-again.tif' }).click()
    await title(page, 'rugged-again.tif')
    await page.getByText('Nothing uses this raster. It can be deleted.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the asset' }).click()
    await title(page, 'Raster Asset Catalog')
    await page.getByText("The raster asset 'rugged-again.tif' was removed.").waitFor()
    await page.getByRole('link', { name: 'nga_elevation.tif' }).waitFor()
    expect(await page.getByRole('link', { name: 'rugged-again.tif' }).count()).toBe(0)
  })

  test('a raster in UTM is uploaded, and shown with the name of its system and on the map', async () => {
    await page.goto('/modeling/raster-assets/upload')
    await page.getByLabel('Choose rasters').setInputFiles([tiff('utm.tif', await fixture('i16-utm.tif'))])
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    const files = page.getByRole('list', { name: 'Chosen files' })
    await files.getByRole('link', { name: 'utm.tif' }).click({ timeout: 60_000 })
    await title(page, 'utm.tif')
    await page.getByText('EPSG:32632 (WGS 84 / UTM zone 32N)', { exact: true }).waitFor()
    await page.getByText(/it cannot be a covariate as it is/).waitFor()
    await seesColours(page)
  })

  test('its warning is accepted with a reason that others see, and withdrawn', async () => {
    await page.getByRole('button', { name: /^Accept: .*covariate/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept the warning' })
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Accept the warning' }).click()
    await dialog.getByText('Say why the warning does not matter.').first().waitFor()
    await dialog.getByLabel('Reason').fill('Only shown on maps')
    await dialog.getByRole('button', { name: 'Accept the warning' }).click()
    await page.getByText(/^Accepted by .*: Only shown on maps$/).waitFor()
    await page.getByRole('button', { name: /^Withdraw the acceptance: / }).click()
    await page.getByRole('button', { name: /^Accept: .*covariate/ }).waitFor()
  })

  test('a band shows its values under the cursor; its display settings are in the link', async () => {
    await page.goto('/raster/band-catalog?name=elevation')
    await page.getByText('Name contains: elevation').waitFor()
    await page.getByRole('link', { name: 'nga_elevation', exact: true }).click()
    await title(page, 'nga_elevation')
    await seesColours(page)
    const map = page.locator('canvas.maplibregl-canvas')
    const box = (await map.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.getByText(/^[\d\s.−]+ m$/).waitFor()
    await page.getByLabel('Colour ramp').selectOption('magma')
    await page.getByLabel('Values of the colours').selectOption('p5_95')
    await expect.poll(() => new URL(page.url()).search).toContain('ramp=magma')
    await expect.poll(() => new URL(page.url()).search).toContain('range=p5_95')
    const end = page.getByRole('slider', { name: 'Upper end of the colour range' })
    await end.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => new URL(page.url()).search).toMatch(/range=-?[\d.]+_[\d.]+/)
    await page.reload()
    await title(page, 'nga_elevation')
    expect(await page.getByLabel('Colour ramp').inputValue()).toBe('magma')
  })

  test('values along a line are drawn by clicks and by the keyboard', async () => {
    await seesColours(page)
    await page.getByRole('button', { name: 'Profile' }).click()
    const map = page.locator('canvas.maplibregl-canvas')
    const box = (await map.boundingBox())!
    await page.mouse.click(box.x + box.width * 0.45, box.y + box.height * 0.5)
    await expect.poll(() => new URL(page.url()).search).toMatch(/line=[-\d._]+/)
    await map.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toMatch(/line=(-?[\d.]+_){3}-?[\d.]+/)
    const panel = page.getByRole('region', { name: 'Profile' })
    await panel.getByText(/^[\d.\s]+ km$/).waitFor()
    await panel.getByText('Show as table').click()
    await panel.getByRole('table').getByText('Distance, km').waitFor()
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile((await (await download).path())!, 'utf8')).split('\r\n')
    expect(lines[0]).toBe('\ufeffdistance_km,latitude,longitude,nga_elevation (m)')
    expect(lines).toHaveLength(202)
    await panel.getByRole('button', { name: 'Close the profile' }).click()
    await expect.poll(() => new URL(page.url()).search).not.toContain('line=')
  })

  test('a band is compared with another one: side by side, under a swipe, and their difference', async () => {
    const maps = page.locator('canvas.maplibregl-canvas')
    await page.getByRole('button', { name: 'Compare with…' }).click()
    await page.getByRole('combobox', { name: 'Search bands and job outputs' }).fill('nga_rugged')
    await page.getByRole('option', { name: /^nga_ruggedness/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toMatch(/compare=band-\d+/)
    await expect.poll(() => maps.count()).toBe(2)
    await expect
      .poll(async () => countColours(await maps.nth(1).screenshot()), { timeout: 30_000 })
      .toBeGreaterThan(100)
    await page.getByText('Swipe', { exact: true }).click()
    const swipe = page.getByRole('slider', { name: 'Swipe between A and B' })
    await swipe.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => new URL(page.url()).search).toContain('swipe=49')
    await page.getByText('Difference', { exact: true }).click()
    await page.getByLabel('Statistics of the difference').getByText('Correlation of A and B').waitFor()
    await seesColours(page)
    await page.getByRole('button', { name: 'Close the comparison' }).click()
    await expect.poll(() => new URL(page.url()).search).not.toMatch(/compare|swipe|mode/)
  })

  test("a band's description can be changed", async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Year').fill('20x0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a year from 1900 to 2100, or leave it empty.').first().waitFor()
    await dialog.getByLabel('Year').fill('2010')
    await dialog.getByLabel('Source').fill('SRTM')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('SRTM').waitFor()
  })

  test('a band opens in other programs, by a link without a session and by addresses that need a token', async () => {
    await page.goto('/raster/band-catalog?name=elevation')
    await page.getByRole('link', { name: 'nga_elevation', exact: true }).click()
    await title(page, 'nga_elevation')
    await page.getByRole('button', { name: 'Use in other programs' }).click()
    const dialog = page.getByRole('dialog', { name: 'Use nga_elevation in other programs' })
    const link = await dialog.getByLabel('Link', { exact: true }).textContent()
    const opened = await fetch(link!, { headers: { range: 'bytes=0-3' } })
    expect([opened.status, opened.headers.get('content-type')]).toEqual([
      206,
      expect.stringMatching(/^image\/tiff/),
    ])
    const item = await dialog.getByLabel('STAC item', { exact: true }).textContent()
    expect((await fetch(item!)).status).toBe(403)
    await dialog.getByRole('tab', { name: 'QGIS' }).click()
    expect(await dialog.getByLabel('Snippet for QGIS', { exact: true }).textContent()).toBe(
      `/vsicurl?empty_dir=yes&url=${link}`,
    )
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  })

  test('a sheet is validated row by row, then its valid rows are added', async () => {
    await page.goto('/raster/band-catalog/bulk')
    const sheet = 'file,name,unit\ncoast.tif,coast_again,km\ncoats.tif,typo,km\n'
    await page
      .getByLabel('Choose a sheet')
      .setInputFiles({ name: 'bands.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
    await page
      .getByLabel('Choose the rasters')
      .setInputFiles(tiff('coast.tif', await sample('nga_coast_distance.tif')))
    await page.getByRole('button', { name: 'Check only' }).click()
    await page.getByText('1 error, 1 warning in 2 rows').waitFor({ timeout: 60_000 })
    // It came with the sample.
    await page
      .getByText("'coast.tif' is the same file as the asset 'nga_coast_distance.tif'")
      .first()
      .waitFor()
    await page
      .getByRole('table', { name: 'Sheet' })
      .getByText(/Did you mean 'coast.tif'\?/)
      .waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download with findings' }).click()
    const annotated = await readFile((await (await download).path())!, 'utf8')
    expect(annotated).toMatch(/file,name,unit,findings\r\n/)
    expect(annotated).toMatch(/coats\.tif,typo,km,.*Did you mean/)
    await page.getByRole('button', { name: 'Upload the 1 band without errors' }).click()
    await page.getByText('1 band catalogued').waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'coast_again' }).click()
    await title(page, 'coast_again')
  })

  test('a band is resampled to the reference grid', async () => {
    await page.goto('/raster/processed-rasters')
    await title(page, 'Processed Rasters')
    await page.getByRole('button', { name: 'Process a raster' }).click()
    const dialog = page.getByRole('dialog', { name: 'Process a raster' })
    await dialog.getByLabel('Find an asset').fill('city')
    const choice = dialog.getByLabel('Asset', { exact: true })
    const option = choice.locator('option', { hasText: 'nga_city_distance.tif' })
    await choice.selectOption((await option.getAttribute('value'))!)
    await dialog.getByLabel('Method').selectOption('bilinear')
    await dialog.getByRole('button', { name: 'Process the band' }).click()
    await dialog.getByText('Processed by bilinear').waitFor({ timeout: 120_000 })
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'nga_city_distance_30s.tif' }).click()
    await title(page, 'nga_city_distance_30s.tif')
    await page.getByText('Its cells are on it').waitFor()
    await page.getByText(/, DEFLATE, Cloud-Optimized$/).waitFor()
  })
})
