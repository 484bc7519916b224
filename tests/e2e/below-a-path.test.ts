import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { browserOfFile } from '../support/browser/browser.ts'
import { startWebAtPath } from '../support/web-at-path.ts'

const PATH = '/strata'
const browser = browserOfFile()
let web: Awaited<ReturnType<typeof startWebAtPath>>
beforeAll(async () => {
  web = await startWebAtPath(PATH, inject('product').api)
}, 300_000)
afterAll(() => web?.end())

test('below a path, pages, links, calls, tiles and downloads stay below it', async () => {
  const { page, context } = await browser.openPage({ baseURL: web.origin })
  const elsewhere: string[] = []
  let tiles = 0
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === web.origin && !pathname.startsWith(`${PATH}/`)) elsewhere.push(pathname)
    if (/\/tiles\//.test(pathname)) tiles++
  })
  const { email, password } = inject('product')
  const catalog = `${web.url}/modeling/product-catalog?sort_order=desc`
  await page.goto(catalog)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(catalog)

  const links = () => page.$$eval('a[href^="/"]', (all) => all.map((link) => link.getAttribute('href') ?? ''))
  await page.getByRole('grid').getByRole('link').first().waitFor()
  expect((await links()).filter((href) => !href.startsWith(`${PATH}/`))).toEqual([])

  await page.getByRole('grid').getByRole('link').first().click()
  await page.waitForURL(`${web.url}/spatial-catalog/report/**`)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill('band cat')
  await page.getByRole('option', { name: /^Band Catalog/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${web.url}/raster/band-catalog`)
  await page.goBack()
  await page.waitForURL(`${web.url}/spatial-catalog/report/**`)
  await page.goForward()

  await page.getByRole('grid').getByRole('link').first().click()
  await page.waitForURL(`${web.url}/raster/band-catalog/**`)
  await expect.poll(() => tiles).toBeGreaterThan(0)
  const file = (await links()).find((href) => href.endsWith('/download'))!
  const part = await page.request.get(file, { headers: { range: 'bytes=0-3' } })
  expect(part.status()).toBe(206)

  await page.goto(`${web.url}/logout`)
  await page.waitForURL(`${web.url}/login`)
  expect(elsewhere).toEqual([])
  await context.close()
})

test('the bare address leads to it, and nothing else is there', async () => {
  const at = (path: string) => fetch(web.origin + path, { redirect: 'manual' })
  for (const path of ['/', PATH]) expect((await at(path)).headers.get('location'), path).toBe(`${PATH}/`)
  for (const path of ['/login', '/stratagem/login', '/api/v1/users/me'])
    expect((await at(path)).status, path).toBe(404)
  expect((await at(`${PATH}/api/v1/users/me`)).status).toBe(403)
  expect((await at(`${PATH}/logo.svg`)).headers.get('content-type')).toBe('image/svg+xml')
})
