import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserOfFile, signIn } from '../support/browser.ts'

const browser = browserOfFile()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SCREENS = [
  '/',
  '/modeling/product-catalog',
  '/modeling/submission',
  '/modeling/raster-assets',
  '/modeling/raster-assets/1',
  '/modeling/raster-assets/upload',
  '/raster/band-catalog',
  '/raster/band-catalog/1',
  '/raster/band-catalog/bulk',
  '/raster/processed-rasters',
  '/nowhere',
] as const

interface Violation {
  id: string
  impact: string | null
  nodes: { target: string[] }[]
}

async function judge(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, so the content security policy of the page stays as it is.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each([
  { width: 1440, colorScheme: 'light' },
  { width: 900, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
] as const)('at $width px, $colorScheme', ({ width, colorScheme }) => {
  test('every screen is accessible and fits the width', async () => {
    const { page, context } = await browser.openPage({ viewport: { width, height: 900 }, colorScheme })
    await page.goto('/login')
    expect(await judge(page)).toEqual([])
    await signIn(page)
    for (const path of SCREENS) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('load')
      expect(await judge(page), path).toEqual([])
      expect(await overflow(page), `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    }
    await context.close()
  })
})
