import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOfStyles, seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()
const SAMPLE = join(import.meta.dirname, '../../samples/nigeria')
const CATALOG = '/survey/catalog'
/** Other files import surveys of the same source. */
const SAMPLE_ONLY = '?source=SIM&source_wave=simulated'
const SAMPLE_SURVEY = /^Nigeria ?, SIM simulated, water$/

describe('surveys', () => {
  let page: Page
  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page, CATALOG)
    // The sample may still be loading when the test begins.
    const listed = page.getByRole('link', { name: SAMPLE_SURVEY })
    for (const end = Date.now() + 120_000; Date.now() < end && (await listed.count()) === 0;) {
      await page.goto(CATALOG)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await listed.waitFor()
  })

  test('an invalid value in the address is reported, and Dismiss removes it from the address', async () => {
    await page.goto(`${CATALOG}?simulated=maybe&utm_source=mail&source=SIM`)
    await page.getByText("Ignored: simulated 'maybe'. Allowed: true, false.").waitFor()
    expect(new URL(page.url()).searchParams.has('utm_source')).toBe(false)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.waitForURL((url) => url.search === '?source=SIM')
  })

  test('a full load of an unknown mode is a whole NotFound', async () => {
    const answer = await page.goto(`${CATALOG}/globe`)
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    expect(await page.title()).toContain('Not Found')
    expect(await page.locator('[data-part=route-title] svg').count()).toBe(1)
    await page.goto(`${CATALOG}${SAMPLE_ONLY}`)
    await page.getByRole('link', { name: SAMPLE_SURVEY }).waitFor()
  })

  test('the same surveys as map and matrix; a cell links back to the table', async () => {
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${CATALOG}/map` && url.search === SAMPLE_ONLY)
    await page.getByText(/^600 clusters of one survey/).waitFor()
    await page.locator('.maplibregl-canvas').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Matrix', exact: true }).click()
    await page.getByRole('link', { name: /^Nigeria 2025: 1 survey/ }).click()
    await page.waitForURL((url) => url.pathname === CATALOG && url.search.includes('year_from=2025'))
    await page.goBack()
    await page.waitForURL((url) => url.pathname === `${CATALOG}/matrix`)
    expect(await seriousFaults(page)).toEqual([])
  })

  test('on the map, the country of a survey is marked; a click shows its surveys only', async () => {
    await page.goto(`${CATALOG}/map${SAMPLE_ONLY}`)
    const canvas = page.locator('.maplibregl-canvas')
    await canvas.waitFor()
    // Between two clusters, once the outlines are drawn.
    const country = page.getByText(/^Nigeria: 1 of the surveys listed/)
    const { x, y, width, height } = (await canvas.boundingBox())!
    for (let step = 0; step < 200 && (await country.count()) === 0; step++) {
      await page.mouse.move(x + width * (0.35 + 0.003 * (step % 100)), y + height / 2)
      await page.waitForTimeout(50)
    }
    await country.waitFor()
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForURL(
      (url) => url.pathname === `${CATALOG}/map` && url.searchParams.get('iso3_code') === 'NGA',
    )
  })

  test('a file with errors is shown row by row and not stored; the fixed file opens as a survey', async () => {
    const csv = readFileSync(join(SAMPLE, 'survey.csv'), 'utf8')
    const wrong = csv
      .split('\n')
      .map((line, at) => (at === 2 ? line.replace(/^(\w+),[^,]+,/, '$1,99,') : line))
    const choose = (content: string) =>
      page
        .getByLabel(/^Choose the points file/)
        .setInputFiles({ name: 'nigeria.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.goto(CATALOG)
    await page.getByRole('link', { name: 'Import survey' }).click()
    await choose(wrong.join('\n'))
    await page.getByLabel('Country').selectOption('NGA')
    await page.getByLabel('Target').fill('latrine')
    await page.getByLabel('Source', { exact: true }).fill('SIM')
    await page.getByLabel('Source wave').fill('simulated')
    await page.getByLabel('Source date').fill('2025-05-01')
    await page.getByRole('checkbox', { name: 'Simulated data' }).check()
    await page.getByRole('button', { name: 'Import survey' }).click()
    await page.getByText('This survey cannot be imported yet').waitFor()
    const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem')
    expect(await findings.count()).toBe(1)
    expect(await findings.first().textContent()).toContain('Row 3, column longitude')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove nigeria.csv' }).click()
    await choose(csv)
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('This survey can be imported').waitFor()
    await page.getByRole('button', { name: 'Import survey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nigeria · SIM simulated · latrine' }).waitFor()
    await page.getByText('Q2 2025').waitFor()
    await page.getByText(/^No findings/).waitFor()
    await page.getByText(/^No layers yet/).waitFor()
    await page.locator('.maplibregl-canvas').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Catalog' }).click()
    await page.getByRole('link', { name: /latrine$/ }).waitFor()
  })

  test('swapped places are one finding, which one button corrects: at the import and in a configuration', async () => {
    const swapped = readFileSync(join(SAMPLE, 'survey.csv'), 'utf8').replaceAll(
      /^(\d+),([^,]+),([^,]+),/gm,
      '$1,$3,$2,',
    )
    const file = { name: 'swapped.csv', mimeType: 'text/csv', buffer: Buffer.from(swapped) }
    const findings = page.getByRole('list', { name: 'Findings' })
    await page.goto(`${CATALOG}/import`)
    await page.getByLabel(/^Choose the points file/).setInputFiles(file)
    await page.getByLabel('Country').selectOption('NGA')
    await page.getByLabel('Target').fill('swapped')
    await page.getByLabel('Source', { exact: true }).fill('SIM')
    await page.getByLabel('Source wave').fill('simulated')
    await page.getByRole('button', { name: 'Check file' }).click()
    await findings.getByText('all 600 clusters fit Nigeria if longitude and latitude are swapped.').waitFor()
    expect(await findings.getByRole('listitem').count()).toBe(1)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Swap longitude and latitude' }).click()
    await page.getByText('This survey can be imported').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Import survey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nigeria · SIM simulated · swapped' }).waitFor()
    await page
      .getByRole('list', { name: 'Remedies' })
      .getByText('Longitude and latitude are swapped')
      .waitFor()
    await page.goto('/modeling/submission')
    await page.getByLabel(/^Choose a configuration/).setInputFiles({
      name: 'swapped-layer.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'iso3_code,target,source,source_wave,round,stack_name,survey\nNGA,turned,SIM,simulated,1,nga_basic,swapped.csv\n',
      ),
    })
    await page.getByLabel(/^Add points files/).setInputFiles(file)
    await findings
      .getByText(/all 600 clusters fit Nigeria if longitude and latitude are swapped\.$/)
      .waitFor()
    await findings.getByRole('button', { name: 'Use ‘swap’' }).click()
    await page.getByText('1 layer ready to submit').waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  test('a messy file becomes a stored survey with remedies, which its page undoes and applies again', async () => {
    const [, ...lines] = readFileSync(join(SAMPLE, 'survey.csv'), 'utf8').trim().split('\n')
    const rows = lines.map((line, i) => {
      const cells = line.split(',')
      if (i < 28) cells[1] = '1'
      if (i >= 40 && i < 43) cells[0] = '100'
      return cells.slice(0, 5).join(';')
    })
    const messy = ['DHSCLUST;LONGNUM;LATNUM;NO_INF;NO_EXAM', ...rows].join('\n')
    await page.goto(`${CATALOG}/import`)
    await page
      .getByLabel(/^Choose the points file/)
      .setInputFiles({ name: 'messy.csv', mimeType: 'text/csv', buffer: Buffer.from(messy) })
    await page.getByRole('columnheader', { name: 'NO_INF numerator' }).waitFor()
    await page.getByLabel('Country').selectOption('NGA')
    const findings = page.getByRole('list', { name: 'Findings' })
    await findings.getByText(/28 of 600 places lie outside Nigeria \(\d+–\d+ km\)/).waitFor()
    await page.locator('.maplibregl-canvas').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await findings.getByRole('button', { name: 'Show on the map' }).first().click()
    await page.getByText(/; 28 of a finding in red/).waitFor()
    await findings.getByRole('button', { name: 'Leave them out' }).click()
    await findings.getByRole('button', { name: 'Number them' }).click()
    const remedies = page.getByRole('list', { name: 'Remedies' })
    await remedies.getByText(/^Cluster ids that repeat are numbered: rows/).waitFor()
    await page.getByText(/^572 clusters\./).waitFor()
    await page.getByLabel('Target').fill('messy')
    await page.getByLabel('Source', { exact: true }).fill('SIM')
    await page.getByLabel('Source wave').fill('simulated')
    await page.getByRole('button', { name: 'Import survey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nigeria · SIM simulated · messy' }).waitFor()
    await page.getByRole('button', { name: /^Undo: Clusters outside the country/ }).click()
    await page.getByText('The survey has 600 clusters now.').waitFor()
    await page.getByRole('button', { name: 'Leave them out' }).click()
    await remedies
      .getByText(/^Clusters outside the country are left out: rows 2, 3, 4, 5, 6 and 23 more$/)
      .waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  test("the sample's survey names its layer", async () => {
    await page.goto(`${CATALOG}?target=water`)
    await page.getByRole('link', { name: SAMPLE_SURVEY }).click()
    await page
      .getByRole('link', { name: /nga-water-/ })
      .first()
      .waitFor()
  })
})

describe('population datasets', () => {
  let page: Page
  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page, '/worldpop')
  })

  test('a raster is checked, imported, found in table and coverage, and deleted', async () => {
    await page.getByText('No population datasets yet').waitFor()
    await page.getByRole('link', { name: 'Import dataset' }).click()
    await page.getByText('Address', { exact: true }).click()
    await page.getByText(/fetches https addresses from .*worldpop/).waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('https://example.org/people.tif')
    await page.getByLabel('Country').selectOption('NGA')
    await page.getByLabel('Year').fill('2020')
    await page.getByLabel('Resolution').fill('5km')
    await page.getByRole('button', { name: 'Import dataset' }).click()
    await page
      .getByRole('alert')
      .getByText(/Downloads from 'example.org' are not allowed/)
      .waitFor()
    await page.getByText('File', { exact: true }).click()
    await page.getByLabel(/^Choose the raster/).setInputFiles(join(SAMPLE, 'nga_population.tif'))
    await page.getByRole('button', { name: 'Check raster' }).click()
    await page.getByText('This raster can be imported').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Import dataset' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nigeria · Population 2020 · 5km' }).waitFor()
    await page.locator('.maplibregl-canvas').waitFor()
    expect(await faultsOfStyles(page)).toEqual([])
    await page.goto('/worldpop')
    await page.getByRole('link', { name: 'Nigeria 2020: 1 dataset' }).click()
    await page.waitForURL((url) => url.search === '?iso3_code=NGA&year=2020')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^Delete Nigeria/ }).click()
    await page.getByRole('dialog').getByText('Nothing else uses its raster.').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete dataset' }).click()
    await page.getByText('No datasets match these filters').waitFor()
  })
})
