/**
 * `npm run screenshots -- http://localhost:3000 FOLDER`: an image of every screen of a running product that has the
 * sample, in both themes, wide and narrow; `… FOLDER raster tags`: of those whose path has one of these words. Logs in
 * with ADMIN_EMAIL and ADMIN_PASSWORD.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { ELSEWHERE, FOR_GUESTS, SCREENS } from '../tests/support/browser/screen-addresses.ts'

const { ADMIN_EMAIL = '', ADMIN_PASSWORD = '' } = process.env
const [url, folder, ...words] = process.argv.slice(2)
if (!url || !folder || !ADMIN_EMAIL || !ADMIN_PASSWORD) {
  console.error('Run: ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run screenshots -- http://localhost:3000 FOLDER')
  process.exit(1)
}
const WIDTHS = [1440, 360]
const THEMES = ['light', 'dark']

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  // Chromium's sandbox does not run as root, nor in most containers.
  args: ['--no-sandbox'],
})
try {
  const guest = await browser.newContext({ baseURL: url })
  await save(guest, FOR_GUESTS)
  const member = await browser.newContext({ baseURL: url })
  await logIn(member)
  const jobs = await member.request.get('/api/v1/modeling/v1/jobs/details?status=completed&limit=1')
  const { content } = (await jobs.json()) as { content: { job_key: string }[] }
  const key = content[0]?.job_key ?? 'none-1'
  await save(
    member,
    [...SCREENS, ...ELSEWHERE].map((path) => path.replace('KEY', key)),
  )
} finally {
  await browser.close()
}

async function logIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(ADMIN_EMAIL)
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('/')
  await page.close()
}

async function save(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const page = await context.newPage()
  const chosen = paths.filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  for (const path of chosen) {
    for (const theme of THEMES) {
      await context.addCookies([{ name: 'theme', value: theme, url: url! }])
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        // Maps and charts follow; a screen with live changes is never idle.
        await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
        const name = path.replaceAll(/\W+/g, '-').replace(/^-/, '') || 'home'
        await page.screenshot({ path: join(folder!, `${name}-${theme}-${width}.png`), fullPage: true })
      }
    }
  }
  await page.close()
}
