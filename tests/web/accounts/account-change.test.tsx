import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pagePersonHeader } from '~/api/page-person.ts'
import { notifyTabs } from '~/components/accounts/login/account-change.ts'
import { blockCookies, callsOf, resetApi } from '../support/fake-api.ts'
import { login } from '#contract/accounts/accounts.ts'
import { routerAt, show } from '../support/shell-router.tsx'

beforeEach(() => resetApi(['staff']))
afterEach(() => {
  document.cookie = 'current-user=; max-age=0'
})

const grace = { id: 2, name: 'Grace Hopper' }

async function open() {
  show(routerAt('/modeling/product-catalog'))
  await screen.findByRole('heading', { name: 'Product Catalog' })
}

test('a page sends the id of its person, and none once it is left', async () => {
  const router = routerAt('/tags')
  show(router)
  await screen.findByRole('heading', { name: 'Tags' })
  expect(Object.values(pagePersonHeader())).toEqual(['1'])
  resetApi(null)
  await act(() => router.navigate({ to: '/logout' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(pagePersonHeader()).toEqual({})
})

test('asks to reload once another account logs in, or nobody is logged in, in another tab', async () => {
  await open()
  notifyTabs({ id: 1, name: 'Ada Lovelace' })
  notifyTabs(grace)
  expect(await screen.findByRole('dialog', { name: 'Grace Hopper is logged in now' })).toBeTruthy()
  expect(screen.getByText(/This page still belongs to Ada Lovelace/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  notifyTabs(null)
  expect(await screen.findByRole('dialog', { name: 'You are logged out' })).toBeTruthy()
  notifyTabs({ id: 1, name: 'Ada Lovelace' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a tab that slept meanwhile looks when it is shown again', async () => {
  await open()
  document.cookie = `current-user=${encodeURIComponent(JSON.stringify({ ...grace, roles: [] }))}`
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('dialog', { name: 'Grace Hopper is logged in now' })).toBeTruthy()
})

test('a login in a browser that keeps no cookies says so, and sends no password on', async () => {
  resetApi(null)
  blockCookies()
  show(routerAt('/login'))
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@strata.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-words')
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  expect(await screen.findAllByText('No cookies are kept.')).not.toHaveLength(0)
  expect(callsOf(login)).toEqual([])
})
