import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()

/** Marks a document: the mark is gone once the page has been reloaded. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
const marked = (page: Page) => page.evaluate(() => 'sameDocument' in globalThis)

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

describe('a screen that cannot be loaded', () => {
  let page: Page
  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page)
    await page.waitForLoadState('networkidle')
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.getByLabel('First name').fill('Not yet saved')
    await mark(page)
  })

  const isUntouched = async () => {
    expect(await marked(page)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/edit-user')
    expect(await page.getByLabel('First name').inputValue()).toBe('Not yet saved')
  }

  test('offline: the current screen stays, with typed text and a message; then Try again', async () => {
    await page.context().setOffline(true)
    await menuLink(page, 'Product Catalog').click()
    await page.getByText('You are offline, so Product Catalog could not be opened.').waitFor()
    await isUntouched()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('You are offline, so Product Catalog could not be opened.').waitFor()
    await isUntouched()
  })

  test('offline: Back stays too, and a menu that is not loaded yet says why it does not open', async () => {
    await page.evaluate(() => history.back())
    await page.getByText('You are offline, so Home could not be opened.').waitFor()
    await isUntouched()
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByText('You are offline. Try again once you are connected.').waitFor()
    await isUntouched()
    await page.context().setOffline(false)
  })

  test('server unavailable: the same, and Try again continues once it is back', async () => {
    await page.route(/\/assets\/|\/healthz/, (route) => route.abort('connectionrefused'))
    await menuLink(page, 'Product Catalog').click()
    await page.getByText('The server cannot be reached, so Product Catalog could not be opened.').waitFor()
    await isUntouched()
    await page.unroute(/\/assets\/|\/healthz/)
    await page.getByRole('button', { name: 'Try again' }).click()
    // Only now would the typed text be lost.
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Product Catalog' }).waitFor()
    expect(await marked(page)).toBe(true)
  })
})

test('after a release: if a chunk is missing, the requested screen is loaded again, once', async () => {
  const { page, context } = await browser.openPage()
  await logIn(page)
  await page.waitForLoadState('networkidle')
  await mark(page)
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  // Code that is not loaded yet has another name in the new version; the server-rendered page knows the names.
  const gone = /\/assets\/[^/]+\.js$/
  await page.route(gone, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  const reopened = page.waitForEvent('framenavigated', (frame) => frame.url().endsWith('product-catalog'))
  await menuLink(page, 'Product Catalog').click({ noWaitAfter: true })
  await reopened
  await page.unroute(gone)
  await page.getByRole('heading', { level: 1, name: 'Product Catalog' }).waitFor()
  expect(await marked(page)).toBe(false)
  expect(documents).toBe(1)
  await context.close()
})

test('logging in offline says so and keeps the typed text', async () => {
  const { page, context } = await browser.openPage()
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Email').fill('ada@strata.test')
  await page.getByLabel('Password').fill('kept as it is')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('You are offline. Try again once you are connected.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@strata.test')
  await context.close()
})

test.each([
  ['Export', 'dialog', 1440],
  ['Saved views', 'menu', 1440],
  ['View', 'dialog', 1440],
  ['Filter', 'dialog', 1440],
  ['Theme', 'menu', 1440],
  ['View', 'dialog', 600],
] as const)('a click on %s before the page is interactive opens its %s', async (name, role, width) => {
  const { page, context } = await browser.openPage({ viewport: { width, height: 900 } })
  await logIn(page)
  const { promise: clicked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await clicked
    await route.continue()
  })
  await page.goto('/modeling/product-catalog', { waitUntil: 'commit' })
  await page.getByRole('button', { name, exact: true }).click()
  goOn()
  await page.getByRole(role).waitFor()
  await context.close()
})
