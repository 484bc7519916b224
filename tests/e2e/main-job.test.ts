import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { readRaster } from '#service/raster/cells/read.ts'
import { statistics } from '#service/raster/statistics/statistics.ts'
import { logIn, browserOfFile } from '../support/browser/browser.ts'
import { countColours } from '../support/browser/count-colours.ts'
import { loseContext } from '../support/browser/lose-context.ts'

const browser = browserOfFile()
const SAMPLE = join(import.meta.dirname, '../../samples/nigeria')

/** A survey of a third of the sample's clusters: the time of a fit is cubic in their number. */
async function importSmallerSurvey(page: Page): Promise<void> {
  const lines = (await readFile(join(SAMPLE, 'survey.csv'), 'utf8')).trim().split('\n')
  const imported = await page.evaluate(
    async (content) => {
      const form = new FormData()
      const fields = { iso3_code: 'NGA', source: 'SIM', source_wave: 'third', source_date: '2025-01-01' }
      for (const [name, value] of Object.entries({ ...fields, target: 'water', simulated: 'true' }))
        form.set(name, value)
      form.set('file', new Blob([content], { type: 'text/csv' }), 'third.csv')
      const answer = await fetch('/api/v1/survey/v1/surveys', { method: 'POST', body: form })
      return (await answer.json()) as { catalogued?: boolean }
    },
    lines.filter((_, at) => at % 3 === 0).join('\n'),
  )
  expect(imported.catalogued).toBe(true)
}

/** The sample configuration with settings for a quick layer. */
async function quickConfiguration(page: Page, changes: Record<string, string> = {}): Promise<string> {
  const answer = await page.request.get('/api/v1/modeling/v1/submissions/sample/json')
  expect(answer.status()).toBe(200)
  const parsed = (await answer.json()) as { layers: Record<string, unknown>[] } | Record<string, unknown>[]
  const layers = Array.isArray(parsed) ? parsed : parsed.layers
  return JSON.stringify({ layers: [{ ...layers[0], folds: 2, draws: 100, seed: 7, ...changes }] })
}

const upload = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

describe('the main job', () => {
  let page: Page
  beforeAll(async () => {
    page = (await browser.openPage()).page
  })

  test("a wrong password is rejected in the service's words", async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(inject('product').email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByText('Incorrect email or password').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('a link opened while logged out continues after the login, filters included', async () => {
    await logIn(page, '/modeling/product-catalog?iso3_code=NGA&sort_by=target')
    await page.getByRole('heading', { name: 'Product Catalog', level: 1 }).waitFor()
    const { pathname, search } = new URL(page.url())
    expect([pathname, search]).toEqual(['/modeling/product-catalog', '?iso3_code=NGA&sort_by=target'])
    await page.getByText('Country: Nigeria').waitFor()
    await page
      .getByRole('link', { name: /nga-water/ })
      .first()
      .waitFor()
  })

  test('no script can read the token', async () => {
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/(^|; )token=/)
    const token = (await page.context().cookies()).find((cookie) => cookie.name === 'token')
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(await page.content()).not.toContain(token!.value)
  })

  test('an invalid configuration is rejected at its cell, and nothing is queued', async () => {
    await page.goto('/modeling/submission')
    await upload(page, 'bad.json', await quickConfiguration(page, { iso3_code: 'QQQ', folds: '99' }))
    await page.getByText(/QQQ/).first().waitFor()
    await page.getByRole('link', { name: /folds/ }).or(page.getByText(/folds/)).first().waitFor()
    expect(await page.getByRole('button', { name: /^Submit \d+ layer/ }).isDisabled()).toBe(true)
  })

  test('a valid one is submitted, and its layer is followed to its end without reloading', async () => {
    await page.goto('/modeling/submission')
    await importSmallerSurvey(page)
    await upload(page, 'water-again.json', await quickConfiguration(page, { source_wave: 'third' }))
    await page.getByLabel('Title').fill('Water once more')
    await page.getByRole('button', { name: 'Submit 1 layer' }).click()
    await page.waitForURL(/\/modeling\/submission\/\d+$/)
    await page.getByRole('heading', { name: 'Water once more' }).waitFor()
    await page.getByRole('gridcell', { name: /Completed/ }).waitFor({ timeout: 200_000 })
  })

  test('the report shows the map with its clusters, and the towns and rivers of its part of the world', async () => {
    const loaded = page.waitForResponse((answer) => answer.url().includes('/clusters?'))
    const places: string[] = []
    page.on('response', (answer) => {
      const tile = /\/(-?\d+_-?\d+)-[\w-]+\.geojson$/.exec(answer.url())?.[1]
      if (tile && answer.ok()) places.push(tile)
    })
    await page
      .getByRole('link', { name: /nga-water-/ })
      .first()
      .click()
    await page.waitForURL(/\/spatial-catalog\/report\/nga-water/)
    await page.getByText('Simulated survey').waitFor()
    const map = page.locator('canvas.maplibregl-canvas')
    await map.waitFor()
    await expect
      .poll(async () => countColours(await map.screenshot()), { timeout: 30_000 })
      .toBeGreaterThan(200)
    expect((await loaded).status()).toBe(200)
    await expect.poll(() => places).toContain('0_0')
    expect(places.length).toBeLessThan(7)
    await page
      .getByRole('radio', { name: 'Width' })
      .or(page.getByRole('button', { name: 'Width' }))
      .first()
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('surface')).toBe('width')
    await page
      .getByRole('cell', { name: 'Lagos' })
      .or(page.getByRole('rowheader', { name: 'Lagos' }))
      .first()
      .waitFor()
  })

  test('units, clusters and a unit chosen in the table are in the link, and the map moves there', async () => {
    const inLink = (name: string) => new URL(page.url()).searchParams.get(name)
    await page.getByText('Units', { exact: true }).click()
    await expect.poll(() => inLink('show')).toBe('units')
    await page.getByRole('checkbox', { name: 'Clusters' }).click()
    await expect.poll(() => inLink('clusters')).toBe('false')
    await page.getByRole('checkbox', { name: 'Clusters' }).click()
    await expect.poll(() => inLink('clusters')).toBeNull()
    await page.getByRole('button', { name: 'Lagos', exact: true }).click()
    await expect.poll(() => inLink('view'), { timeout: 10_000 }).toMatch(/_6\.\d+_3\.\d+$/)
    const link = page.url()
    await page.reload()
    await page.getByRole('button', { name: 'Lagos', exact: true, pressed: true }).waitFor()
    expect(page.url()).toBe(link)
    await page.getByText('Ranks and people', { exact: true }).click()
    await page.getByRole('columnheader', { name: 'P(highest)' }).waitFor()
    const table = page.getByRole('table', { name: /^Rank and people affected/ }).locator('..')
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await page.setViewportSize({ width, height })
  })

  test('a double click zooms and leaves no pin; a single one pins and chooses the unit', async () => {
    const inLink = (name: string) => new URL(page.url()).searchParams.get(name)
    const map = page.locator('canvas.maplibregl-canvas')
    await page.getByRole('checkbox', { name: 'Clusters' }).click()
    await map.scrollIntoViewIfNeeded()
    const before = inLink('view')
    await map.dblclick()
    await expect.poll(() => inLink('view')).not.toBe(before)
    await page.waitForTimeout(500)
    expect(inLink('pin')).toBeNull()
    await map.click()
    await expect.poll(() => inLink('pin')).toMatch(/^6\.\d+_3\.\d+$/)
    expect(inLink('unit')).not.toBeNull()
  })

  test('a map that lost its graphics comes back, and what had failed with it', async () => {
    const canvas = page.locator('canvas.maplibregl-canvas')
    const failed = page.getByText('The outlines of the admin units could not be loaded.')
    const colours = async () => countColours(await canvas.screenshot())
    await page.context().route(/\/versions\/\d+\/places/, (route) => route.abort())
    await page.goto(new URL(page.url()).pathname)
    await failed.waitFor()
    await expect.poll(colours, { timeout: 10_000 }).toBeGreaterThan(100)
    const before = await colours()
    await page.context().unrouteAll()
    await loseContext(canvas)
    await failed.waitFor({ state: 'detached' })
    // The surface, and the lines and names of the units now.
    await expect.poll(colours, { timeout: 10_000 }).toBeGreaterThan(before)
    await loseContext(canvas)
    await expect.poll(colours, { timeout: 10_000 }).toBeGreaterThan(before)
    expect(await failed.count()).toBe(0)
  })

  test('a dark screen prints a light map, and is dark again afterwards', async () => {
    const map = page.locator('canvas.maplibregl-canvas')
    /** The lightest ground in the corner of the map, 0 to 255, after `event` was dispatched. */
    const groundAfter = (event?: string) =>
      map.evaluate((canvas, name) => {
        if (name) window.dispatchEvent(new Event(name))
        const corner = document.createElement('canvas').getContext('2d')!
        corner.drawImage(canvas as HTMLCanvasElement, 0, 0)
        const { data } = corner.getImageData(0, 0, 40, 40)
        return Math.max(...data.filter((_, i) => i % 4 === 0))
      }, event)
    const theme = (name: string) =>
      page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value
      }, name)
    // The whole country, whose neighbours fill the corner.
    await page.goto(new URL(page.url()).pathname)
    await expect.poll(() => groundAfter(), { timeout: 10_000 }).toBe(255)
    await theme('dark')
    await expect.poll(() => groundAfter()).toBeLessThan(150)
    expect(await groundAfter('beforeprint')).toBe(255)
    await groundAfter('afterprint')
    await expect.poll(() => groundAfter()).toBeLessThan(150)
    await theme('light')
  })

  test('on paper the whole map is reduced to the width of the page', async () => {
    const canvas = page.locator('canvas.maplibregl-canvas')
    const screen = (await canvas.boundingBox())!
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await page.setViewportSize({ width: 690, height: 900 })
    await page.emulateMedia({ media: 'print' })
    const paper = (await canvas.boundingBox())!
    expect(paper.x + paper.width).toBeLessThanOrEqual(690)
    expect(paper.width).toBeGreaterThan(600)
    expect(paper.height / paper.width).toBeCloseTo(screen.height / screen.width, 2)
    expect((await page.getByTestId('map').boundingBox())!.height).toBeCloseTo(paper.height, 0)
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  })

  test('on paper each page of the admin units has all column names', async () => {
    const unit = page.locator('th[scope=col] > button', { hasText: 'Unit' })
    const displayOf = () => unit.evaluate((button) => getComputedStyle(button).display)
    expect(await displayOf()).toBe('flex')
    await page.emulateMedia({ media: 'print' })
    expect(await displayOf()).toBe('contents')
    await page.emulateMedia({ media: null })
  })

  test('on a narrow screen the names of the outputs are complete', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    const link = page.getByRole('link', { name: /provenance\.json/ })
    const beyondFrame = await link.evaluate((element) => {
      const frame = element.closest('table')!.parentElement!
      return element.getBoundingClientRect().right - frame.getBoundingClientRect().right
    })
    expect(beyondFrame).toBeLessThan(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the mean surface downloads as a raster of shares', async () => {
    const download = page.waitForEvent('download')
    await page
      .getByRole('link', { name: /mean\.tif/ })
      .first()
      .click()
    const bytes = await readFile((await (await download).path())!)
    const { info, values } = await readRaster(bytes)
    expect(info).toMatchObject({ crs: 4326, bands: 1 })
    const { min, max, count } = statistics(values)
    expect(count).toBeGreaterThan(20_000)
    expect(min).toBeGreaterThan(0)
    expect(max).toBeLessThan(1)
  })

  test('a job id that is undefined is rejected in the words of the specification', async () => {
    const answer = await page.request.get('/api/v1/modeling/v1/jobs/undefined/download/mean')
    expect(answer.status()).toBe(422)
    expect(((await answer.json()) as { detail: string }).detail).toBe(
      'Job ID is required and cannot be undefined.',
    )
  })

  test('logging out ends the session', async () => {
    await page.goto('/logout')
    await page.waitForURL(/\/login/)
    await page.goto('/modeling/submission')
    await page.waitForURL(/\/login\?/)
  })
})
