import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()

/** Bytes per second that the page may send; -1: any number. */
async function throttled(page: Page) {
  const network = await page.context().newCDPSession(page)
  return (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}
const shown = async (bar: Locator) =>
  expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 60_000 })
    .toBeGreaterThan(10)

let folder: string
let file: string
let sha256: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-e2e-'))
  file = join(folder, 'resumed.tif')
  const raster = await readFile(new URL('../../samples/nigeria/nga_ruggedness.tif', import.meta.url))
  // Bytes behind the raster, so that it is large.
  const rest = Buffer.alloc(24 * 2 ** 20)
  for (let at = 0; at < rest.length; at += 4) rest.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at)
  const content = Buffer.concat([raster, rest])
  sha256 = createHash('sha256').update(content).digest('hex')
  await writeFile(file, content)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a large raster is paused, continued after a reload with the same file, and becomes an asset', async () => {
  const { page } = await browser.openPage()
  await logIn(page, '/modeling/raster-assets/upload')
  const throttle = await throttled(page)
  await throttle(2 * 2 ** 20)
  await page.getByLabel('Choose rasters').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await shown(page.getByRole('progressbar', { name: 'Upload of resumed.tif' }))
  await page.getByRole('button', { name: 'Pause resumed.tif' }).press('Enter')
  await page.getByText(/^Paused at \d+ %$/).waitFor()
  await throttle(-1)
  await page.reload()

  const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
  await unfinished.getByText(/uploaded\. Choose the same file to continue\./).waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    unfinished.getByRole('button', { name: 'Continue resumed.tif' }).click(),
  ])
  await chooser.setFiles(file)
  await page.getByText(/^Continues at \d+ %$/).waitFor()
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  const asset = page.getByRole('link', { name: 'resumed.tif', exact: true })
  await asset.waitFor({ timeout: 90_000 })
  expect(await unfinished.count()).toBe(0)
  const id = /\d+$/.exec((await asset.getAttribute('href'))!)![0]
  const stored = await page.request.get(`/api/v1/raster/v1/assets/${id}/download`)
  expect(
    createHash('sha256')
      .update(await stored.body())
      .digest('hex'),
  ).toBe(sha256)

  // Once more: it is recognised.
  await page.reload()
  await page.getByLabel('Choose rasters').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await page.getByRole('link', { name: `asset ${id}, resumed.tif` }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Remove resumed.tif' }).click()
  await page.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' })
}, 240_000)

// The second one: in a bulk upload, the same file may be catalogued again.
test('the rasters of a bulk upload are paused, one is continued after a reload, and their bands are catalogued', async () => {
  const { page } = await browser.openPage()
  await logIn(page, '/raster/band-catalog/bulk')
  const sheet = 'file,name\nresumed.tif,bulk_resumed\nsmall.tif,bulk_small\n'
  const chooseSheet = () =>
    page
      .getByLabel('Choose a sheet')
      .setInputFiles({ name: 'bands.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  const small = join(folder, 'small.tif')
  await writeFile(small, await readFile(new URL('../../samples/nigeria/nga_elevation.tif', import.meta.url)))
  await chooseSheet()
  await page.getByLabel('Choose the rasters').setInputFiles([file, small])
  const throttle = await throttled(page)
  await throttle(2 * 2 ** 20)
  await page.getByRole('button', { name: 'Upload bands' }).click()
  await shown(page.getByRole('progressbar', { name: 'Upload', exact: true }))
  const rasters = page.getByRole('list', { name: 'Rasters' })
  await rasters
    .getByRole('listitem', { name: 'small.tif' })
    .getByText('Uploaded')
    .waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await page.getByText(/^Paused at \d+ %$/).waitFor()
  await throttle(-1)
  await page.reload()

  const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
  await unfinished.getByText('Fully uploaded, but not catalogued yet.').waitFor()
  await unfinished.getByRole('button', { name: 'Continue small.tif' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    unfinished.getByRole('button', { name: 'Continue resumed.tif' }).click(),
  ])
  await chooser.setFiles(file)
  await rasters.getByText(/^\d+ % uploaded$/).waitFor()
  await chooseSheet()
  await page.getByRole('button', { name: 'Upload bands' }).click()
  await page.getByText('2 bands catalogued').waitFor({ timeout: 90_000 })
  expect(await unfinished.count()).toBe(0)
  const { totalElements } = await (await page.request.get('/api/v1/uploads')).json()
  expect(totalElements).toBe(0)
}, 240_000)
