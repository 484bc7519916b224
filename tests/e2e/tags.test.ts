import { expect, test } from 'vitest'
import { seriousFaults } from '../support/browser/accessibility.ts'
import { browserOfFile, logIn } from '../support/browser/browser.ts'

const browser = browserOfFile()

test('a tag is created, renamed, merged and deleted', async () => {
  const { page } = await browser.openPage()
  await logIn(page, '/tags')
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await page.getByText(`${name} was created.`).waitFor()
  }
  await create('screened')
  const [message, bar] = await Promise.all([
    page.locator('output', { hasText: 'screened was created.' }).boundingBox(),
    page.getByRole('banner').boundingBox(),
  ])
  expect(message!.y).toBe(bar!.y + bar!.height + 16)
  await create('screend')
  await page.getByRole('button', { name: 'Actions for screend' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Merge into another tag' }).press('Enter')
  await page.getByLabel('Merge into').selectOption({ label: 'screened' })
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText("'screend' was merged into 'screened'.").waitFor()
  await page.getByRole('button', { name: 'Actions for screened' }).click()
  await page.getByRole('menuitem', { name: 'Rename or recolour' }).click()
  await page.getByLabel('Name').fill('screened twice')
  await page.getByRole('radio', { name: 'Violet' }).check()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Actions for screened twice' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('No layer or product has this tag.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete tag' }).click()
  await page.getByText("'screened twice' was deleted.").waitFor()
})

test('the question mark opens the list of shortcuts, which is accessible', async () => {
  const { page, context } = await browser.openPage({ colorScheme: 'dark' })
  await logIn(page, '/tags')
  await page.getByRole('heading', { level: 1, name: 'Tags' }).click()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await context.close()
})
