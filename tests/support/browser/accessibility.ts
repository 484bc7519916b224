import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LONG } from '../long.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { target: string[]; any: { message: string }[] }[]
}

const inWords = ({ id, nodes }: Violation) =>
  `${id}: ${nodes.map(({ target, any: [check] }) => [target.join(' '), check?.message].join(' ')).join(', ')}`

async function violations(page: Page, part: string, options: object): Promise<Violation[]> {
  // A table is dimmed while its next rows load.
  await page.locator('table[aria-busy]').waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.all(transitions.map(({ finished }) => finished.catch(() => undefined)))
  })
  // Evaluated by the browser's debugger, so the content security policy of the page stays as it is.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const run = `axe.run(${JSON.stringify(part)}, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`
  return ((await page.evaluate(run)) as { violations: Violation[] }).violations
}

/** What axe finds serious or critical on the page, one line for each rule. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const found = await violations(page, 'html', {})
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(inWords)
}

/** All that axe checks by default, and the size of targets, which it leaves out. */
const EVERYTHING = { rules: { 'target-size': { enabled: true } } }
/** What another theme can change. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }
/** What another width can change: sizes, regions that now scroll, and buttons and links that now appear. */
const LAYOUT = {
  runOnly: [
    ...COLOURS.runOnly,
    'target-size',
    'scrollable-region-focusable',
    'button-name',
    'link-name',
    'aria-hidden-focus',
  ],
}

/** Changes theme and width of the same page, and waits until it is painted. */
async function show(page: Page, width: number, theme: 'light' | 'dark'): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  }, theme)
}

const STYLES = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'dark' },
  { width: 360, theme: 'light' },
] as const
/** The same one for the same test. */
const styleOfTest = () => STYLES[expect.getState().currentTestName!.length % STYLES.length]!

/**
 * What axe finds in both themes at 1440 and 360 px, and whether the page scrolls sideways at 900 or 360 px; without
 * reloading. A test has one of these styles; the long tests have all, of which the others only repeat the rules whose
 * result they can change. `part` selects an open menu or dialog.
 */
export async function faultsOfStyles(page: Page, part = 'html'): Promise<string[]> {
  const found: string[] = []
  const check = async (width: number, theme: 'light' | 'dark', options: object) => {
    await show(page, width, theme)
    const seen = await violations(page, part, options)
    found.push(...seen.map((one) => `${width} px, ${theme}, ${inWords(one)}`))
  }
  const fits = async (width: number) => {
    await show(page, width, 'dark')
    const pixels = await overflow(page)
    if (pixels > 0) found.push(`${width} px, scrolls sideways by ${pixels} px`)
  }
  // Else a colour could be measured on its way to the other theme.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (LONG) {
    await check(1440, 'light', EVERYTHING)
    await check(1440, 'dark', COLOURS)
    await check(360, 'dark', COLOURS)
    await check(360, 'light', LAYOUT)
  } else {
    const { width, theme } = styleOfTest()
    await check(width, theme, EVERYTHING)
  }
  await fits(900)
  await fits(360)
  await show(page, 1440, 'light')
  return found
}

/** Pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
