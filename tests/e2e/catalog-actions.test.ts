import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()
const CATALOG = '/modeling/product-catalog'
/** The sample may still be running when the test begins. */
const COMPUTED_MS = 200_000

/** The name of a row's link ends with the key. */
const keyIn = (name: string | null) => /nga-[\w-]+/.exec(name ?? '')![0]

describe('work on a result', () => {
  let page: Page
  let key: string
  let improved: string
  const link = () => page.getByRole('link', { name: new RegExp(`, ${key}(,|$)`) })
  const row = () => page.getByRole('row').filter({ has: link() })
  const bar = () => page.getByRole('region', { name: 'Selected rows' })

  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page, `${CATALOG}?id=1`)
    await page.getByRole('gridcell', { name: /Completed/ }).waitFor({ timeout: COMPUTED_MS })
    key = keyIn(await page.getByRole('link', { name: /nga-water-/ }).getAttribute('aria-label'))
    await page.goto(CATALOG)
  })

  /** Not all units of the sample pass. */
  const markInDialog = async () => {
    await bar().getByRole('button', { name: 'Mark as final' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark as final' })
    await dialog.getByRole('list', { name: 'Failed checks' }).getByText('Not all ADM pass').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('The best layer so far')
    await dialog.getByRole('button', { name: 'Mark as final' }).click()
  }

  test('a row is selected, and marked as final after a look at the checks that failed; it shows that', async () => {
    await page.getByRole('checkbox', { name: `Select ${key}` }).check()
    await bar().getByText('1 selected').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await markInDialog()
    await page.getByText('1 job is final now.').waitFor()
    await row().getByRole('gridcell', { name: 'Final', exact: true }).waitFor()
  })

  test('Undo takes the mark back, and it can be given again', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 job is no longer final.').waitFor()
    await row().getByRole('gridcell', { name: 'Final', exact: true }).waitFor({ state: 'detached' })
    await markInDialog()
    await page.getByText('1 job is final now.').waitFor()
    await row().getByRole('gridcell', { name: 'Final', exact: true }).waitFor()
  })

  test('it gets a tag that is created in the same step', async () => {
    await bar().getByRole('button', { name: 'Tags' }).click()
    await page.getByLabel('Find a tag, or name a new one').fill('checked twice')
    await page.getByRole('button', { name: 'Make ‘checked twice’' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save tags' }).click()
    await row().getByText('checked twice').waitFor()
    await bar().getByRole('button', { name: 'Clear the selection' }).click()
    expect(await bar().count()).toBe(0)
  })

  test('the columns fit the window', async () => {
    const [content, visible] = await page
      .getByRole('region', { name: 'Jobs, table' })
      .evaluate((table) => [table.scrollWidth, table.clientWidth])
    expect(content).toBeLessThanOrEqual(visible!)
  })

  test('the gallery shows its map, by keyboard, and leads to the report and back', async () => {
    await page.getByRole('radio', { name: 'Table' }).press('ArrowRight')
    const cards = page.getByRole('list', { name: 'Jobs, gallery' }).getByRole('listitem')
    const card = cards.filter({ has: page.getByRole('button', { name: `Actions for ${key}` }) })
    const map = card.getByRole('img', { name: 'Map of Nigeria' })
    // Wider than high.
    await expect.poll(() => map.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(384)
    await card.getByText('Final', { exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await card.getByRole('link').first().press('Enter')
    await page.waitForURL(`**/spatial-catalog/report/${key}*`)
    await page.goBack()
    await map.waitFor()
    await page.getByRole('radio', { name: 'Gallery' }).press('ArrowLeft')
    await row().waitFor()
  })

  test('the report shows who marked it, and when', async () => {
    await link().click()
    await page.getByRole('heading', { name: 'History of the final mark' }).waitFor()
    await page
      .getByText(/^This job became final, .* by /)
      .first()
      .waitFor()
    await page.getByText('checked twice').waitFor()
  })

  test('a signed link opens without a session, including byte ranges', async () => {
    await page.getByRole('button', { name: /^Copy link of .*mean\.tif/ }).click()
    const link = page.getByLabel('Link', { exact: true })
    await link.waitFor()
    const url = (await link.textContent())!
    expect(await page.getByLabel('Snippet for QGIS', { exact: true }).textContent()).toBe(
      `/vsicurl?empty_dir=yes&url=${url}`,
    )
    expect(await seriousFaults(page)).toEqual([])
    const answer = await fetch(url, { headers: { range: 'bytes=0-3' } })
    expect(answer.status).toBe(206)
    // Little-endian TIFF or BigTIFF.
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^II[*+]\0$/)
    await page.keyboard.press('Escape')
  })

  test('its configuration is improved in the browser', async () => {
    await page.getByRole('link', { name: 'Improve' }).click()
    await page.getByText(/^Change at least one cell/).waitFor()
    await page.getByLabel('Row 2, folds').fill('99')
    await page.getByText('between 2 and 20', { exact: false }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Submit 1 layer' }).isDisabled()).toBe(true)
    await page.getByLabel('Row 2, folds').fill('2')
    await page.getByLabel('Row 2, draws').fill('100')
    await page.getByText('1 layer ready to submit').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit 1 layer' }).click()
    await page.waitForURL(/\/modeling\/submission\/\d+$/)
    await page.getByRole('heading', { name: /^Changes from submission/ }).waitFor()
    const differences = page.getByRole('listitem').filter({ hasText: 'folds' })
    expect(await differences.textContent()).toMatch(/^Row 2folds\d+became2$/)
  })

  test('the improvement is selected beside the job it improves, and compared with it', async () => {
    const name = await page
      .getByRole('link', { name: /nga-water-/ })
      .first()
      .getAttribute('aria-label')
    improved = keyIn(name)
    await page.goto(`${CATALOG}?page_size=50`)
    await page.getByRole('checkbox', { name: `Select ${key}` }).check()
    // On a narrow screen a row is a card.
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('checkbox', { name: `Select ${improved}` }).check()
    await page.setViewportSize({ width: 1440, height: 900 })
    await bar().getByRole('button', { name: 'Compare' }).click()
    await page.waitForURL(/\/spatial-catalog\/compare\?/)
    const differs = page.getByRole('table', { name: 'What differs' })
    await differs.getByRole('rowheader', { name: 'folds' }).waitFor()
    // Without the browser's help, as in a link that was sent.
    expect(await (await page.request.get(page.url())).text()).toContain('What differs')
    await differs.getByRole('rowheader', { name: 'draws' }).waitFor()
    expect(await differs.getByRole('rowheader', { name: 'target' }).count()).toBe(0)
    expect(await seriousFaults(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await seriousFaults(page)).toEqual([])
  })

  test('the improvement takes over the final mark, after a question that names the other job', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${CATALOG}?page_size=50`)
    const taking = page.getByRole('row').filter({ hasText: improved })
    await taking.getByRole('gridcell', { name: /Completed/ }).waitFor({ timeout: COMPUTED_MS })
    await page.getByRole('checkbox', { name: `Select ${improved}` }).check()
    await bar().getByRole('button', { name: 'Mark as final' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move the final mark' })
    await dialog.getByRole('list', { name: 'Jobs that lose the mark' }).getByText(key).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByLabel(/^Reason/).fill('It has more covariates')
    await dialog.getByRole('button', { name: 'Mark as final' }).click()
    await taking.getByRole('gridcell', { name: 'Final', exact: true }).waitFor()
    await row().getByRole('gridcell', { name: 'Final', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row().getByRole('gridcell', { name: 'Final', exact: true }).waitFor()
    await taking.getByRole('gridcell', { name: 'Final', exact: true }).waitFor({ state: 'detached' })
  })

  // Last: two layers have been computed by now.
  test('a report leads through its list, and back to it with its filters', async () => {
    const list = `${CATALOG}?iso3_code=NGA&status=completed&sort_order=desc`
    await page.goto(list)
    await page
      .getByRole('link', { name: /nga-water-/ })
      .first()
      .click()
    await page.getByText(/^1 of \d/).waitFor()
    await page.getByRole('link', { name: /^Next job/ }).click()
    await page.getByText(/^2 of \d/).waitFor()
    await page.reload()
    await page.getByRole('link', { name: /^Previous job/ }).click()
    await page.getByText(/^1 of \d/).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.waitForURL((url) => url.pathname + url.search === list)
  })
})
