import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'

const FLAGS = [
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's sandbox does not run as root, nor in most containers.
  '--no-sandbox',
]

const browsers = new Map<string, Promise<Browser>>()

/** The files of a run share a process, and in it one browser for each set of flags; it ends with the process. */
function sharedBrowser(flags: readonly string[]): Promise<Browser> {
  const key = flags.join(' ')
  const running =
    browsers.get(key) ??
    chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...FLAGS, ...flags],
    })
  browsers.set(key, running)
  return running
}

/** A browser for a file's tests; `openPage` opens a fresh context and checks its console for errors. */
export function browserOfFile(flags: readonly string[] = []) {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  beforeAll(async () => {
    browser = await sharedBrowser(flags)
  })
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    expect(complaints).toEqual([])
  })

  return {
    async openPage(
      options: Parameters<Browser['newContext']>[0] = {},
    ): Promise<{ page: Page; context: BrowserContext }> {
      const context = await browser.newContext({
        baseURL: inject('product').url,
        viewport: { width: 1440, height: 900 },
        ...options,
      })
      contexts.push(context)
      context.setDefaultTimeout(20_000)
      context.on('weberror', (failure) => complaints.push(failure.error().message))
      context.on('console', (line) => {
        // The browser itself reports 4xx answers; the tests cause those on purpose.
        if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
          complaints.push(line.text())
      })
      return { page: await context.newPage(), context }
    },
  }
}

export async function logIn(page: Page, path = '/'): Promise<void> {
  const { email, password } = inject('product')
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
