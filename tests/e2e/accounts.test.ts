import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { faultsOfStyles } from '../support/browser/accessibility.ts'
import { logIn, browserOfFile } from '../support/browser/browser.ts'

const browser = browserOfFile()

const EMAIL = 'grace.hopper@strata.test'
const NAME = 'Grace Hopper'
const FIRST = 'tulip harbour nine'
const SECOND = 'harbour lantern eleven'
const THIRD = 'lantern orchard twelve'

/** The newest link in a message of this kind to the new person, once it is in the outbox. */
async function linkFromOutbox(kind: string): Promise<string> {
  const outbox = join(inject('product').dataDir, 'outbox')
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const names = (await readdir(outbox).catch((): string[] => [])).filter((name) => name.includes(kind))
        for (const name of names.toSorted().toReversed()) {
          const source = await readFile(join(outbox, name), 'utf8')
          if (!source.includes(EMAIL)) continue
          // Quoted-printable: soft line breaks, and '=' as =3D.
          const text = source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
          link = /https?:\/\/\S+[?]token=[\w-]+/.exec(text)?.[0]
          return link
        }
        return undefined
      },
      { timeout: 30_000, interval: 300 },
    )
    .toBeTruthy()
  return link!
}

async function submitLogin(page: Page, password: string) {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

describe('an account, from its registration to a forgotten password', () => {
  let page: Page
  let admin: Page
  const referers: string[] = []
  beforeAll(async () => {
    page = (await browser.openPage()).page
    admin = (await browser.openPage()).page
    page.on('request', (request) => referers.push(request.headers()['referer'] ?? ''))
  })

  test('registers: errors appear at their field, then the next step', async () => {
    await page.goto('/register')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByLabel('Password').fill('password123')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Password' }).click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    await page.getByLabel('Password').fill(FIRST)
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Nearly there' }).waitFor()
  })

  test('the emailed link confirms with a click, once, and its token disappears from the address', async () => {
    const link = await linkFromOutbox('confirm-email')
    expect(new URL(link).origin).toBe(inject('product').url)
    const token = new URL(link).searchParams.get('token')!
    const answer = await page.goto(link)
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    await page.waitForURL((url) => url.search === '')
    // Opened again, as by programs that open every link in a message: it is not used up.
    expect((await page.request.get(link)).status()).toBe(200)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.getByText('This link has expired, was used before, or is incomplete.').waitFor()
    expect(referers.filter((referer) => referer.includes(token))).toEqual([])
  })

  test('people who are not approved yet cannot log in', async () => {
    await page.goto('/login')
    await submitLogin(page, FIRST)
    await page.getByRole('button', { name: 'Close' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('an admin approves the person', async () => {
    await logIn(admin, '/people?status=waiting')
    await admin.getByText('One person is waiting').waitFor()
    await admin.getByRole('button', { name: `Approve ${NAME}` }).click()
    await admin.getByRole('menuitem', { name: /^Staff/ }).click()
    await admin.getByText(`${NAME} was approved as staff`).waitFor()
    await admin.goto('/people?status=active')
    for (const item of ['Change role', 'Disable']) {
      await admin.getByRole('button', { name: `Actions for ${NAME}` }).click()
      await admin.getByRole('menuitem', { name: item }).click()
      const dialog = admin.getByRole('dialog').or(admin.getByRole('alertdialog'))
      await dialog.waitFor()
      expect(await faultsOfStyles(admin, '[role=dialog], [role=alertdialog]'), item).toEqual([])
      await admin.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await admin.goto('/audit?what=admit')
    await admin.getByRole('gridcell', { name: 'Approve a person' }).first().waitFor()
  })

  test('then the person logs in, and sees no admin screens', async () => {
    await page.goto('/login?next=EditUser')
    await submitLogin(page, FIRST)
    await page.waitForURL(/\/edit-user$/)
    await page.getByText('This session').waitFor()
    expect(await page.getByRole('list', { name: 'Administration' }).count()).toBe(0)
    await page.goto('/people')
    await page.getByText('Only admins can see people').waitFor()
  })

  test('an image on another site does not log out, nor does opening the address: the page posts', async () => {
    const { url } = inject('product')
    const picture = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<img alt="" src="${url}/logout">`)
    })
    await new Promise<void>((resolve) => picture.listen(0, '127.0.0.1', resolve))
    const asked = page.waitForRequest(`${url}/logout`)
    // A different site from 127.0.0.1, although the same machine.
    await page.goto(`http://localhost:${(picture.address() as AddressInfo).port}/`)
    await asked
    picture.closeAllConnections()
    await new Promise((resolve) => picture.close(resolve))
    expect((await page.request.get('/logout')).status()).toBe(200)
    await page.goto('/edit-user')
    await page.getByText('This session').waitFor()
  })

  test('a new password: the other session ends and returns to its page after the login', async () => {
    const elsewhere = (await browser.openPage()).page
    await elsewhere.goto('/login')
    await submitLogin(elsewhere, FIRST)
    await elsewhere.getByRole('heading', { name: /Grace/ }).waitFor()

    await page.getByLabel('Current password').fill(FIRST)
    await page.getByLabel('New password').fill(SECOND)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed.', { exact: false }).waitFor()
    await page.reload()
    await page.getByText('This session').waitFor()

    await elsewhere.goto('/modeling/product-catalog?iso3_code=NGA')
    await elsewhere.waitForURL(/\/login\?next=/)
    await submitLogin(elsewhere, SECOND)
    await elsewhere.waitForURL(/\/modeling\/product-catalog\?iso3_code=NGA$/)
    await elsewhere.context().close()
  })

  test('an access token is shown once and works until it is revoked', async () => {
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('A script')
    await page.getByRole('button', { name: 'Create token' }).click()
    const token = await page.getByRole('textbox', { name: 'New access token' }).inputValue()
    const ask = () =>
      fetch(`${inject('product').api}/users/me`, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Revoke A script' }).waitFor()
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: 'Revoke A script' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('No access tokens').waitFor()
    expect((await ask()).status).toBe(403)
  })

  test('a forgotten password: the link sets a new one, opens no session and ends every session', async () => {
    const forgetful = (await browser.openPage()).page
    await forgetful.goto('/recover-password')
    await forgetful.getByLabel('Email').fill(EMAIL)
    await forgetful.getByRole('button', { name: 'Send the link' }).click()
    await forgetful.getByText('If the account exists, a message has been sent.').waitFor()
    const link = await linkFromOutbox('recover-password')
    await forgetful.goto(link)
    await forgetful.waitForURL((url) => url.pathname === '/recover-password' && url.search === '')
    await forgetful.getByLabel('New password').fill(THIRD)
    await forgetful.getByRole('button', { name: 'Set new password' }).click()
    await forgetful.waitForURL(/\/login$/)
    await forgetful.getByText('Your password is changed.', { exact: false }).waitFor()

    await page.goto('/edit-user')
    await page.waitForURL(/\/login\?next=EditUser$/)

    await submitLogin(forgetful, THIRD)
    await forgetful.waitForURL((url) => url.pathname === '/')
    await forgetful.goto(link)
    await forgetful.getByLabel('New password').fill(SECOND)
    await forgetful.getByRole('button', { name: 'Set new password' }).click()
    await forgetful.getByText('This link has expired, was used before, or is incomplete.').waitFor()
    await forgetful.context().close()
  })

  /** The sample's layer with so many draws that it does not end during the test. */
  const submitLongLayer = () =>
    page.evaluate(async () => {
      const sample = await fetch('/api/v1/modeling/v1/submissions/sample/json')
      const [layer] = (await sample.json()) as object[]
      const form = new FormData()
      form.set('title', 'Left behind')
      form.set('file', new Blob([JSON.stringify([{ ...layer, folds: 20, draws: 2000 }])]), 'left.json')
      const answer = await fetch('/api/v1/modeling/v1/run/file', { method: 'POST', body: form })
      return ((await answer.json()) as { id: number }).id
    })

  test('submissions of a disabled person are handed over; the new owner cancels the layer that still runs', async () => {
    await page.goto('/login?next=EditUser')
    await submitLogin(page, THIRD)
    await page.waitForURL(/\/edit-user$/)
    const id = await submitLongLayer()

    const chooseAction = async (name: string) => {
      await admin.getByRole('button', { name: `Actions for ${NAME}` }).click()
      await admin.getByRole('menuitem', { name }).click()
    }
    await admin.goto('/people?status=active')
    await chooseAction('Disable')
    await admin.getByLabel('Reason').fill('Left the team')
    await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await admin.getByText(`${NAME} is disabled`).waitFor()
    await admin.goto('/people?status=disabled')
    await chooseAction('Hand over submissions')
    const dialog = admin.getByRole('dialog', { name: `Hand over from ${NAME}` })
    const to = dialog.getByLabel('To')
    await expect.poll(() => to.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await faultsOfStyles(admin, '[role=dialog]')).toEqual([])
    await to.selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await admin.getByText('1 submission was handed over.').waitFor()

    await admin.goto(`/modeling/submission/${id}`)
    const cancel = admin.getByRole('button', { name: 'Cancel all remaining' })
    await cancel.click()
    const question = admin.getByRole('dialog', { name: 'Cancel 1 job' })
    await question.waitFor()
    expect(await faultsOfStyles(admin, '[role=dialog]')).toEqual([])
    await admin.keyboard.press('Escape')
    await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true)
    await cancel.click()
    await question.getByRole('button', { name: 'Cancel 1 job' }).click()
    await admin.getByRole('gridcell', { name: 'Cancelled' }).waitFor()
  })
})
