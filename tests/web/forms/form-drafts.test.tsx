import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { globSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { login, resetPassword } from '#contract/accounts/accounts.ts'
import { listProjects } from '#contract/projects/project-list.ts'
import * as projects from '#contract/projects/projects.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { ApiError } from '~/api/api-error.ts'
import { draftKeyOf, draftOf, forgetDrafts, keepDraft } from '~/components/form/kept-draft.ts'
import { aPerson } from '../support/accounts-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { aProject } from '../support/project-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'

const ended = new ApiError(403, 'Could not validate credentials')

beforeEach(() => {
  resetApi(['staff'])
  sessionStorage.clear()
  answer(listProjects, { content: [aProject()], totalElements: 1 })
  answer(projects.getProject, aProject())
})

const nameField = () => screen.findByLabelText<HTMLInputElement>('Name')
const restore = () => screen.findByRole('button', { name: 'Restore what you entered' })
const isOffered = () => screen.queryByRole('button', { name: 'Restore what you entered' }) !== null
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('strata.draft.'))

/** The page is gone and comes back, without the form being left: what it had stored is there. */
async function reload(address: string) {
  const stored = Object.entries(sessionStorage) as [string, string][]
  cleanup()
  for (const [key, value] of stored) sessionStorage.setItem(key, value)
  const router = routerAt(address)
  show(router)
  await nameField()
  return router
}

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@strata.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-words')
  await press('Log In')
}

test('a session that ends while a form is sent leaves it for the next login', async () => {
  fail(projects.createProject, ended)
  const router = routerAt('/projects/new')
  show(router)
  await userEvent.type(await nameField(), 'Nutrition 2026')
  await userEvent.type(screen.getByLabelText('Description'), 'Stunting')
  resetApi(null)
  fail(projects.createProject, ended)
  await press('Create project')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await logIn()
  expect(callsOf(login)).toHaveLength(1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/new'))

  expect((await nameField()).value).toBe('')
  await userEvent.click(await restore())
  expect((await nameField()).value).toBe('Nutrition 2026')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Stunting')
  expect(isOffered()).toBe(false)

  answer(projects.createProject, aProject())
  answer(projects.getProject, aProject())
  await press('Create project')
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/3'))
  expect(drafts()).toEqual([])
})

test('a reload offers what was entered, and nothing that was discarded', async () => {
  show(routerAt('/projects/new'))
  await userEvent.type(await nameField(), 'A')
  await reload('/projects/new')
  expect((await nameField()).value).toBe('')
  await restore()
  await press('Discard')
  expect(isOffered()).toBe(false)
  expect(drafts()).toEqual([])
  await reload('/projects/new')
  expect(isOffered()).toBe(false)
})

test('only the same form of the same record is offered its draft', async () => {
  show(routerAt('/projects/3/edit'))
  await userEvent.type(await nameField(), ' changed')
  await reload('/projects/new')
  expect(isOffered()).toBe(false)
  expect(drafts()).toHaveLength(1)
  await reload('/projects/3/edit')
  await userEvent.click(await restore())
  expect((await nameField()).value).toBe('Nutrition 2026 changed')
  // What was restored counts as entered: it is sent, and guarded.
  answer(projects.changeProject, aProject())
  await press('Save changes')
  await waitFor(() =>
    expect(callsOf(projects.changeProject)).toEqual([
      { params: { id: 3 }, body: { name: 'Nutrition 2026 changed' } },
    ]),
  )
})

test('a dialog that is cancelled leaves no draft', async () => {
  answer(listTags, { content: [], totalElements: 0 })
  show(routerAt('/tags'))
  await userEvent.click((await screen.findAllByRole('button', { name: 'New tag' }))[0]!)
  await userEvent.type(await nameField(), 'urgent')
  expect(drafts()).toHaveLength(1)
  await press('Cancel')
  await waitFor(() => expect(drafts()).toEqual([]))
})

test('passwords and files are never stored', async () => {
  show(routerAt('/edit-user'))
  await userEvent.type(await screen.findByLabelText('Current password'), 'tulip harbour nine')
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('tulip')
  const file = new File(['a'], 'a.tif')
  const empty = { name: '', new_password: '', token: '', file: null }
  expect(draftOf({ name: 'a', new_password: 'b', token: 'c', file }, empty)).toEqual({ name: 'a' })
  expect(callsOf(resetPassword)).toEqual([])
})

test('a person who logs out takes the drafts along; so does another one who logs in', async () => {
  const mine = draftKeyOf(1, '/projects/new', {})
  const other = draftKeyOf(2, '/projects/new', {})
  keepDraft(mine, { name: 'a' })
  keepDraft(other, { name: 'b' })
  keepDraft('strata.configuration.2.7', { name: 'c' })
  sessionStorage.setItem('something else', '1')
  forgetDrafts(aPerson([]).id)
  expect(Object.keys(sessionStorage)).toEqual([mine, 'something else'])

  const router = routerAt('/projects')
  show(router)
  await screen.findByRole('heading', { name: 'Projects' })
  resetApi(null)
  await act(() => router.navigate({ to: '/logout' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(Object.keys(sessionStorage)).toEqual(['something else'])
})

test('every form of a call shows its problems, and with them its draft', () => {
  const without = globSync('src/{components,routes}/**/*.tsx').filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /= useContractForm\(/.test(text) && !text.includes('.FormProblems')
  })
  expect(without).toEqual([])
})
