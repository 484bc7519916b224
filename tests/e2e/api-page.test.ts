import { afterAll, expect, inject, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { browserOfFile } from '../support/browser/browser.ts'

const browser = browserOfFile()
const requests: string[] = []
afterAll(() =>
  expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(
    new Set([new URL(inject('product').api).origin]),
  ),
)

async function open(width: number, colorScheme: 'light' | 'dark') {
  const { page } = await browser.openPage({ viewport: { width, height: 900 }, colorScheme })
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url())
  })
  await page.goto(`${inject('product').api}/docs`)
  // It reads the whole document first: seconds on an idle machine.
  await page.locator('.opblock-tag').first().waitFor({ timeout: 120_000 })
  return page
}

// Violations of the policy are console errors, which fail the file.
test('the API page shows every call below its resource, from this host alone', async () => {
  const page = await open(1440, 'light')
  expect(await page.title()).toBe('Strata: the API')
  const resources = [...new Set(endpoints.map(({ resource }) => resource))]
  const tags = page.locator('.opblock-tag')
  expect(await tags.evaluateAll((all) => all.map((tag) => (tag as HTMLElement).dataset.tag))).toEqual(
    resources,
  )
  const found: (string | null)[] = []
  for (const resource of resources) {
    await page.locator(`#operations-tag-${resource}`).click()
    const calls = page.locator(`[id^="operations-${resource}-"] .opblock-summary-operation-id`)
    await calls.first().waitFor()
    found.push(...(await calls.allTextContents()))
    await page.locator(`#operations-tag-${resource}`).click()
  }
  expect(found.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

test('a call shows its parameters, and its answer when it is tried out, in the dark and on a phone', async () => {
  const page = await open(390, 'dark')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(28, 32, 34)',
  )
  await page.locator('#operations-tag-countries').click()
  await page.locator('#operations-countries-listCountries .opblock-summary-control').click()
  const call = page.locator('#operations-countries-listCountries')
  await call.locator('.parameters').first().waitFor({ timeout: 60_000 })
  expect(await call.innerText()).toContain('An access token needs the scope read.')
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect.poll(() => call.innerText()).toContain('Could not validate credentials')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
