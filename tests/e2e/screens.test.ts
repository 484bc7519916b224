import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOfStyles } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'
import { ELSEWHERE, FOR_GUESTS, SCREENS } from '../support/browser/screen-addresses.ts'

const browser = browserOfFile()
const withoutWebgl = browserOfFile(['--disable-3d-apis'])

/** The first posts and leaves, the second is the service. */
const NO_SCREENS = ['/logout', '/api/$']

test('no screen is missing here', () => {
  const tree = readFileSync(new URL('../../src/routeTree.gen.ts', import.meta.url), 'utf8')
  const [, union] = /^ {2}to:\n((?: {4}\| '.*'\n)+)/m.exec(tree)!
  const routes = [...union!.matchAll(/'(.*)'/g)].map(([, route]) => route!)
  const visited = [...FOR_GUESTS, ...SCREENS, ...ELSEWHERE].map((path) => path.split('?')[0]!)
  const isVisited = (route: string) => {
    const path = route.replace(/\/\{-\$\w+\}/, '(/(map|matrix))?').replaceAll(/\$\w+/g, String.raw`(\d+|KEY)`)
    return visited.some((one) => new RegExp(`^${path}$`).test(one))
  }
  expect(routes.filter((route) => !NO_SCREENS.includes(route) && !isVisited(route))).toEqual([])
})

/** How far content has moved by itself, and what moved furthest. */
interface Shifts {
  shift: number
  most: number
  moved: string[]
}

/** Adds up how far content moves by itself, as the browser measures it, until the window gets another size. */
const watchShifts = () => {
  const seen: Shifts = { shift: 0, most: 0, moved: [] }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    })[]) {
      if (entry.hadRecentInput) continue
      seen.shift += entry.value
      if (entry.value <= seen.most) continue
      seen.most = entry.value
      seen.moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent
        return `${name}: ${from.y} to ${to.y} px, height ${from.height} to ${to.height}`
      })
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  addEventListener('resize', () => observer.disconnect())
  Object.assign(globalThis, { seen })
}
const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Shifts }).seen)

async function openPage(by = browser) {
  const { page } = await by.openPage()
  await page.addInitScript(watchShifts)
  return page
}

/** The call of this list is longer than the dialog shows at once. */
const LONG_QUERY = `/modeling/product-catalog?target=water&target=${'水'.repeat(99)}`

async function look(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('load')
  expect(await faultsOfStyles(page)).toEqual([])
  const { shift, moved } = await shiftsOf(page)
  expect(shift, `layout shift; ${moved.join('; ')}`).toBeLessThanOrEqual(0.05)
}

describe('everything is accessible and fits', () => {
  let page: Page
  let key: string
  beforeAll(async () => {
    page = await openPage()
    await logIn(page)
    await page.evaluate(() =>
      fetch('/api/v1/projects/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Roads to every clinic' }),
      }),
    )
  })

  test("the sample's layer is complete", async () => {
    const completed = async () => {
      const answer = await page.request.get('/api/v1/modeling/v1/jobs/details?id=1&status=completed')
      key = ((await answer.json()) as { content: { job_key: string }[] }).content[0]?.job_key ?? ''
      return key
    }
    await expect.poll(completed, { timeout: 200_000, interval: 1000 }).not.toBe('')
  })

  test('the server renders the time since a job was submitted', async () => {
    const answer = await page.request.get('/modeling/product-catalog')
    expect(await answer.text()).toMatch(/<time [^>]*><span>\d+ (Minute|Second)s? ago</)
  })

  test.each(FOR_GUESTS)('%s', async (path) => {
    const guest = await openPage()
    await look(guest, path)
    await guest.context().close()
  })

  test.each(SCREENS)('%s', (path) => look(page, path.replace('KEY', key)))

  test('a report whose map cannot be drawn says so in the place of the map', async () => {
    const other = await openPage(withoutWebgl)
    await logIn(other, `/spatial-catalog/report/${key}`)
    await other.getByRole('alert').filter({ hasText: 'WebGL is missing or disabled' }).waitFor()
    const { shift, moved } = await shiftsOf(other)
    expect(shift, `layout shift; ${moved.join('; ')}`).toBeLessThanOrEqual(0.05)
    expect(await other.getByText(/Hover for values/).count()).toBe(0)
  })

  test.each([
    '/modeling/submission/99999',
    '/modeling/submission/99999/again',
    '/modeling/submission/x',
    '/modeling/raster-assets/99999',
    '/raster/band-catalog/99999',
    '/raster/band-collection/99999',
    '/raster/band-collection/99999/edit',
    '/spatial-catalog/report/none-1',
    '/survey/catalog/survey/99999',
    '/worldpop/99999',
    '/place-groups/99999',
    '/projects/99999',
  ])('%s does not exist, which its status says too', async (path) => {
    const answer = await page.goto(path)
    expect(answer!.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: / does not exist$/ }).waitFor()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  /** On a page that has just been opened, whose code may not have been loaded yet. */
  const press = (name: string) =>
    expect
      .poll(async () => {
        await button(name)
          .click({ timeout: 1000 })
          .catch(() => undefined)
        return page.getByRole('dialog').count()
      })
      .toBeGreaterThan(0)
  const ofRow = async (name: string) => {
    await button(/^Actions for/).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  test.each<[string, string, 'menu' | 'dialog', () => Promise<unknown>]>([
    ['/', 'themes', 'menu', () => button('Theme').click()],
    ['/', 'the person', 'menu', () => page.getByRole('banner').getByRole('button').last().click()],
    ['/', 'notifications', 'dialog', () => button('Notifications').click()],
    ['/', 'search', 'dialog', () => page.keyboard.press('Control+k')],
    ['/', 'shortcuts', 'dialog', () => page.keyboard.press('?')],
    [
      '/modeling/product-catalog',
      'a filter',
      'dialog',
      async () => {
        await button(/^Filter/).click()
        await button('Country').click()
      },
    ],
    ['/modeling/product-catalog', 'columns', 'dialog', () => button('View').click()],
    ['/modeling/product-catalog', 'export', 'dialog', () => button('Export').click()],
    [LONG_QUERY, 'export, a long call', 'dialog', () => press('Export')],
    ['/modeling/product-catalog', 'saved views', 'menu', () => button('Saved views').click()],
    ['/modeling/product-catalog', 'a row', 'menu', () => button(/^Actions for/).click()],
    ['/modeling/product-catalog', 'a zip', 'dialog', () => ofRow('Download zip')],
    ['/modeling/product-catalog', 'a layer tracker', 'dialog', () => ofRow('Add to layer tracker')],
    ['/modeling/raster-assets', 'processing', 'dialog', () => ofRow('Process')],
    ['/raster/band-collection/1', 'deletion', 'dialog', () => button('Delete').click()],
  ])('%s with an open menu or dialog: %s', async (path, _name, role, open) => {
    if (new URL(page.url()).pathname !== path) {
      await page.goto(path)
      await page.waitForLoadState('load')
    }
    await open()
    const opened = page.getByRole(role)
    await opened.first().waitFor()
    expect(await faultsOfStyles(page, `[role=${role}]`)).toEqual([])
    // It was there all along, at every width.
    expect(await opened.count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
  })
})
