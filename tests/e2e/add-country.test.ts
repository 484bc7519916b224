import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CountryFolder, countryFolder } from '../fixtures/configuration/country-folder.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'
import { countColours } from '../support/browser/count-colours.ts'

const browser = browserOfFile()
let page: Page
let folder: CountryFolder

/** Files of a made-up country under Togo's code, whose columns and properties have names of their own. */
beforeAll(async () => {
  folder = await countryFolder()
  page = (await browser.openPage()).page
  await logIn(page, '/modeling/submission')
})
afterAll(() => folder.remove())

const path = (name: string) => join(folder.path, name)
const stepsDone = (count: number) => page.getByText(`${count} of 6 steps done`).waitFor()
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

test('from nothing: the steps say what is missing', async () => {
  await page.getByRole('link', { name: 'Add a country' }).click()
  await title('Add a country')
  await page.getByText('Files you need').waitFor()
  await page.getByLabel('Country', { exact: true }).selectOption('TGO')
  await title('Add Togo')
  await stepsDone(0)
})

test('outlines: checked with their findings, then imported', async () => {
  await page.getByRole('link', { name: 'Import outlines' }).click()
  await title('Import outlines')
  const drawn = JSON.parse(await readFile(path('districts.geojson'), 'utf8')) as {
    features: { properties: { code: string; name: string }; geometry: unknown }[]
  }
  const named = (code: (one: string) => string) => ({
    name: 'districts.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: drawn.features.map(({ properties, geometry }) => ({
          type: 'Feature',
          properties: { pcode: code(properties.code), district: properties.name },
          geometry,
        })),
      }),
    ),
  })
  const file = page.getByLabel('Choose the outlines')
  await file.setInputFiles(named(() => 'TWICE'))
  await page.getByLabel('Property with the code', { exact: true }).fill('pcode')
  await page.getByLabel('Version', { exact: true }).fill('2024')
  await page.getByRole('button', { name: 'Check outlines' }).click()
  await page.getByText('These outlines cannot be imported yet').waitFor()
  await page.getByRole('list', { name: 'Findings' }).getByText('Feature 2').first().waitFor()
  await page.getByRole('button', { name: 'Remove districts.geojson' }).click()
  await file.setInputFiles(named((code) => code))
  await expect.poll(() => page.getByLabel('Property with the name').inputValue()).toBe('district')
  await page.getByRole('button', { name: 'Import outlines' }).click()
  await title('Add Togo')
  await stepsDone(1)
})

test('covariates and the collection', async () => {
  await page.getByRole('link', { name: 'Upload rasters' }).click()
  await page
    .getByLabel('Choose rasters')
    .setInputFiles([path('height.tif'), path('rain.tif'), path('people.tif')])
  await page.getByRole('button', { name: 'Upload 3 files' }).click()
  await page.getByText('3 files catalogued').waitFor({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Continue with the steps' }).click()
  await stepsDone(2)
  await page.getByRole('link', { name: 'Create collection' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  expect(await name.inputValue()).toBe('tgo_covariates')
  await name.fill('tgo_by_hand')
  await page.getByRole('button', { name: 'Add height', exact: true }).click()
  await page.getByRole('button', { name: 'Add rain', exact: true }).click()
  await page.getByRole('button', { name: 'Use people as population band' }).click()
  await page.getByRole('button', { name: 'Create collection' }).click()
  await stepsDone(3)
})

test('the survey: its columns are recognised; the way can be left and continued', async () => {
  await page.goto('/')
  await page.goto('/modeling/submission/add-country?iso3_code=TGO')
  await stepsDone(3)
  await page.getByRole('link', { name: 'Import survey' }).click()
  const points = (await readFile(path('points.csv'), 'utf8')).replace(
    'cluster,longitude,latitude,numerator,denominator',
    'psu,lon,lat,cases,n',
  )
  await page
    .getByLabel('Choose the points file')
    .setInputFiles({ name: 'points.csv', mimeType: 'text/csv', buffer: Buffer.from(points) })
  for (const [label, value] of [
    ['Target', 'water'],
    ['Source', 'MICS'],
    ['Source wave', '2024'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Import survey' }).click()
  await stepsDone(4)
})

test('the configuration is prepared, submitted, and ends on the map of the report', async () => {
  await page.getByRole('button', { name: 'Prepare configuration' }).click()
  await page.getByText('1 layer ready to submit').waitFor()
  await page.getByRole('button', { name: 'Submit 1 layer' }).click()
  await stepsDone(5)
  await page.getByRole('link', { name: 'Open the map' }).click({ timeout: 240_000 })
  await page
    .getByText(/Togo, MICS 2024, round 1/)
    .first()
    .waitFor()
  const map = page.locator('canvas.maplibregl-canvas')
  await map.waitFor()
  await expect.poll(async () => countColours(await map.screenshot()), { timeout: 30_000 }).toBeGreaterThan(20)
})

test('the outlines are looked at under Administration', async () => {
  await page.getByRole('link', { name: 'Place Groups' }).click()
  await page.getByRole('link', { name: /^Togo\s*, First level, 2024$/ }).click()
  await title('Togo · First level · 2024')
  await page.getByRole('img', { name: /^Outlines of Togo/ }).waitFor()
  await page.getByRole('cell', { name: 'West' }).waitFor()
})
