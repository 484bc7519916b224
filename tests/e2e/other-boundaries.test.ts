import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()
let page: Page
let path: string

beforeAll(async () => {
  page = (await browser.openPage()).page
  await logIn(page)
  path = await vi.waitFor(
    async () => {
      const answer = await page.request.get('/api/v1/modeling/v1/jobs/details?status=completed&limit=1')
      const { content } = (await answer.json()) as { content?: { job_key: string }[] }
      if (!content?.[0]) throw new Error(`No layer is computed yet: ${await answer.text()}`)
      return `/spatial-catalog/report/${content[0].job_key}`
    },
    { timeout: 240_000, interval: 1000 },
  )
}, 300_000)

test("the layer's own units, joined or at another threshold, come from its draws", async () => {
  await page.goto(path)
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await page.getByRole('button', { name: 'Other boundaries…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Other boundaries' })
  await dialog.getByRole('radio', { name: "The layer's units" }).click()
  await dialog.getByLabel('Threshold, %').fill('30')
  await dialog.getByRole('button', { name: 'Compute figures' }).click()
  const table = dialog.getByRole('table', { name: 'Figures of other units' })
  await table.waitFor({ timeout: 60_000 })
  expect(await table.getByRole('row').count()).toBe(38)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/-figures-\d+\.csv$/)
})

test('a polygon that is drawn on the map has figures', async () => {
  await page.goto(`${path}?line=9_7_9_8_10_8_10_7`)
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await page.getByText('330.5 km').waitFor()
  await page.getByRole('button', { name: 'Figures of the area' }).click()
  const dialog = page.getByRole('dialog', { name: 'Figures of a drawn area' })
  await dialog.getByRole('button', { name: 'Compute figures' }).click()
  await dialog.getByRole('row', { name: /^Drawn area/ }).waitFor({ timeout: 60_000 })
})
