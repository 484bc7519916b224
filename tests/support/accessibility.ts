import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { target: string[] }[]
}

/** What axe finds serious or critical on the page, one line for each rule. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // A table is dimmed while its next rows load.
  await page.locator('table[aria-busy]').waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.all(transitions.map(({ finished }) => finished.catch(() => undefined)))
  })
  // Evaluated by the browser's debugger, so the content security policy of the page stays as it is.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
