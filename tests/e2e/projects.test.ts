import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()

describe('a project', () => {
  let page: Page
  beforeAll(async () => {
    page = (await browser.openPage()).page
    await logIn(page, '/projects')
  })

  test('is created for a new client, with the keyboard alone', async () => {
    await page.goto('/projects/clients')
    await page.getByRole('button', { name: 'New client' }).press('Enter')
    await page.getByLabel('Name').fill('Ministry of Water')
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Ministry of Water was created.').waitFor()
    await page.goto('/projects/new')
    await page.getByLabel('Name').fill('Safe water')
    await page.getByLabel('Client').selectOption({ label: 'Ministry of Water' })
    await page.getByRole('button', { name: 'Choose people' }).press('Enter')
    await page.getByRole('combobox', { name: 'Search Members' }).fill('Admin')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Remove / }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByLabel('Name').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Safe water' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  test('takes a submission, which then names it, and cannot be deleted any more', async () => {
    await page.getByRole('link', { name: 'New submission' }).click()
    await page.waitForURL((url) => url.search.startsWith('?project_id='))
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the sample as CSV' }).click(),
    ])
    await page.getByLabel(/^Choose a configuration/).setInputFiles({
      name: 'water.csv',
      mimeType: 'text/csv',
      buffer: readFileSync(await sample.path()),
    })
    await page.getByLabel('Title').fill('Water of a project')
    const project = page.getByLabel('Project', { exact: true })
    await project
      .getByRole('option', { name: 'Safe water (Ministry of Water)' })
      .waitFor({ state: 'attached' })
    expect(await project.locator('option:checked').textContent()).toBe('Safe water (Ministry of Water)')
    await page.getByRole('button', { name: /^Submit \w+ layers?$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Water of a project' }).waitFor()
    // The layer itself is not under test, and would compute beside the files that follow.
    await page.getByRole('button', { name: 'Cancel all remaining' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 job' }).click()
    await page.getByRole('gridcell', { name: 'Cancelled' }).waitFor()
    await page.getByRole('link', { name: 'Safe water' }).click()
    await page.getByRole('link', { name: 'Water of a project' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Safe water is in use' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('loses a submission that moves out, until Undo', async () => {
    const row = page.getByRole('link', { name: 'Water of a project' })
    await page.getByRole('button', { name: 'Actions for Water of a project' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Change project' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Project of Water of a project' })
    await dialog.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'No project' })
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change project' }).press('Enter')
    const message = page.getByText('Water of a project is no longer in a project')
    await message.waitFor()
    // 16 px below the top bar, and above the buttons of the title row.
    const shown = await page.locator('output > div').filter({ has: message }).boundingBox()
    const button = await page.getByRole('button', { name: 'Delete' }).boundingBox()
    expect(shown!.y).toBe(72)
    expect(shown!.y + shown!.height).toBeLessThanOrEqual(button!.y)
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('Water of a project is now in Safe water').waitFor()
    await row.waitFor()
  })
})
