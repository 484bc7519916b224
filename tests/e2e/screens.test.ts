import { describe, expect, test } from 'vitest'
import { overflow, seriousFaults } from '../support/accessibility.ts'
import { browserOfFile, signIn } from '../support/browser.ts'

const browser = browserOfFile()

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

describe.each([
  { width: 1440, colorScheme: 'light' },
  { width: 900, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
] as const)('at $width px, $colorScheme', ({ width, colorScheme }) => {
  test('every screen is accessible and fits the width', async () => {
    const { page, context } = await browser.openPage({ viewport: { width, height: 900 }, colorScheme })
    await page.goto('/login')
    expect(await seriousFaults(page)).toEqual([])
    await signIn(page)
    for (const path of SCREENS) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('load')
      expect(await seriousFaults(page), path).toEqual([])
      expect(await overflow(page), `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    }
    await context.close()
  })
})
