import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { browserOfFile, logIn } from '../support/browser/browser.ts'
import { countColours } from '../support/browser/count-colours.ts'

/** Benin's own files may not be part of this repository: the folder that holds them is given by BENCH_DATA. */
const folder = join(process.env['BENCH_DATA'] ?? '', 'benin_stunting')
const path = (name: string) => join(folder, name)
/** For a person; the test itself waits only for uploads and for the layer. */
const TEN_MINUTES_MS = 600_000

describe.skipIf(!existsSync(path('manifest.json')))(
  "Benin's own files, one by one (needs BENCH_DATA)",
  () => {
    const browser = browserOfFile()
    let page: Page
    let started: number

    beforeAll(async () => {
      page = (await browser.openPage()).page
      await logIn(page, '/modeling/submission')
      started = performance.now()
    })
    const stepsDone = (count: number) => page.getByText(`${count} of 6 steps done`).waitFor()
    const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue()

    test('departments, then communes: level, codes and version are filled in', async () => {
      await page.getByRole('link', { name: 'Add a country' }).click()
      await page.getByLabel('Country', { exact: true }).selectOption('BEN')
      await page.getByRole('link', { name: 'Import outlines' }).click()
      await page.getByLabel('Choose the outlines').setInputFiles(path('Benin_departments.geojson'))
      await page.getByLabel('Version', { exact: true }).fill('2024')
      await page.getByRole('button', { name: 'Import outlines' }).click()
      await stepsDone(1)
      await page.getByRole('link', { name: 'Import outlines' }).click()
      await page.getByLabel('Choose the outlines').setInputFiles(path('Benin_communes.geojson'))
      await expect.poll(() => valueOf('Level')).toBe('adm2')
      expect(await valueOf('Version')).toBe('2024')
      expect(await valueOf('Property with the code of the unit above')).toBe('department_code')
      await page.getByRole('button', { name: 'Import outlines' }).click()
      await page.getByRole('link', { name: /^Second level · 2024/ }).waitFor()
    })

    test('covariates, population and the collection', async () => {
      await page.getByRole('link', { name: 'Upload rasters' }).click()
      const rasters = ['access', 'evi', 'temperature', 'under_5_population']
      await page.getByLabel('Choose rasters').setInputFiles(rasters.map((name) => path(`${name}.tif`)))
      await page.getByRole('button', { name: 'Upload 4 files' }).click()
      await page.getByRole('link', { name: 'Continue with the steps' }).click({ timeout: 120_000 })
      await stepsDone(2)
      await page.getByRole('link', { name: 'Create collection' }).click()
      // Bands have the names of the rasters' own descriptions.
      for (const name of [/^Add access/, /^Add evi/, /^Add crutstmp/])
        await page.getByRole('button', { name }).click()
      await page.getByRole('button', { name: 'Use under_5_population as population band' }).click()
      await page.getByRole('button', { name: 'Create collection' }).click()
      await stepsDone(3)
    })

    test("the survey, whose columns have the publisher's names", async () => {
      await page.getByRole('link', { name: 'Import survey' }).click()
      await page.getByLabel('Choose the points file').setInputFiles(path('child_stunting.csv'))
      await expect.poll(() => valueOf('Column with the numerator')).toBe('indicator')
      for (const [label, value] of [
        ['Target', 'stunting'],
        ['Source', 'MBG'],
        ['Source wave', 'example'],
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(value)
      await page.getByRole('button', { name: 'Import survey' }).click()
      await stepsDone(4)
    })

    test("ends on the report's map", { timeout: TEN_MINUTES_MS + 60_000 }, async () => {
      await page.getByRole('button', { name: 'Prepare configuration' }).click()
      await page.getByText('1 layer ready to submit').waitFor()
      await page.getByRole('button', { name: 'Submit 1 layer' }).click()
      await page.getByRole('link', { name: 'Open the map' }).click({ timeout: TEN_MINUTES_MS })
      const map = page.locator('canvas.maplibregl-canvas')
      await map.waitFor()
      await expect
        .poll(async () => countColours(await map.screenshot()), { timeout: 30_000 })
        .toBeGreaterThan(20)
      await page.getByRole('rowheader', { name: 'Alibori' }).waitFor()
      expect(performance.now() - started).toBeLessThan(TEN_MINUTES_MS)
    })
  },
)
