import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ApiError } from '~/api/api-error.ts'
import { HELP_TOPICS } from '~/components/shell/help-topics.ts'
import { resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'

beforeEach(() => {
  resetApi(['viewer'])
})

test('describes every column of a configuration with its rule and an example', async () => {
  show(routerAt('/modeling'))
  const table = await screen.findByRole('table', { name: 'Columns of a configuration' })
  for (const { name, example } of CONFIGURATION_COLUMNS) {
    const row = within(table).getByText(name, { selector: 'th code' }).closest('tr')
    expect(row?.textContent).toContain(example)
  }
  const folds = within(table).getByText('folds').closest('tr')
  expect(folds?.textContent).toContain('a whole number from 2 to 20')
  expect(within(folds!).getAllByRole('cell')[3]?.textContent).toBe('10')
  expect(within(table).getByText('iso3_code').closest('tr')?.textContent).toContain('an error')
})

test('the matrix shows which roles may make each call', async () => {
  show(routerAt('/modeling'))
  const table = await screen.findByRole('table', { name: 'Calls and roles' })
  expect(within(table).getAllByRole('row')).toHaveLength(endpoints.length + 1)
  const cellsOf = (call: string) =>
    within(within(table).getByText(call).closest('tr')!)
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent)
  expect(cellsOf('POST /modeling/v1/run/file')).toEqual(['no', 'yes', 'yes'])
  expect(cellsOf('GET /modeling/v1/jobs/details')).toEqual(['yes', 'yes', 'yes'])
  expect(cellsOf('POST /auth/login/access-token')).toEqual(['anyone', 'anyone', 'anyone'])
})

test('a search keeps the topics that contain all its words, counts them, and is in the address', async () => {
  const router = routerAt('/modeling')
  show(router)
  const field = await screen.findByRole('searchbox', { name: 'Search the help' })
  await userEvent.click(field)
  await userEvent.paste('variogram nugget')
  await screen.findByText(/^1 of \d+ topics found$/)
  expect(document.querySelector('#charts')?.closest('[hidden]')).toBeNull()
  expect(document.querySelector('#configuration-columns')?.closest('[hidden]')).toBeTruthy()
  expect(within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')).toHaveLength(2)
  expect(router.state.location.search).toEqual({ q: 'variogram nugget' })
  await userEvent.clear(field)
  await waitFor(() =>
    expect(document.querySelector('#configuration-columns')?.closest('[hidden]')).toBeNull(),
  )
  expect(router.state.location.searchStr).toBe('')
})

test('says when a search has no matches, and clears it', async () => {
  show(routerAt('/modeling?q=xylophone'))
  expect(await screen.findByText('Nothing in the help mentions ‘xylophone’')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findByRole('heading', { name: 'The model' })).toBeTruthy()
})

test.each(['?q=' + 'x'.repeat(5000), '?q[]=a&q[]=b', '?q=%7B%22a%22:1%7D'])(
  'a malformed search (%.12s…) shows the whole help',
  async (query) => {
    show(routerAt(`/modeling${query}`))
    expect(await screen.findByRole('heading', { level: 1, name: 'Help Documentation' })).toBeTruthy()
  },
)

test('each entry of the contents links to an existing heading', async () => {
  show(routerAt('/modeling'))
  const links = within(await screen.findByRole('navigation', { name: 'Contents' })).getAllByRole('link')
  for (const link of links) {
    const id = link.getAttribute('href')?.split('#')[1] ?? ''
    expect(document.getElementById(id)?.textContent, id).toBe(link.textContent)
  }
  expect(new Set(links.map((link) => link.getAttribute('href'))).size).toBe(links.length)
})

test.each(Object.keys(HELP_TOPICS))('the topic that other screens link to exists: %s', async (id) => {
  show(routerAt('/modeling'))
  await screen.findByRole('heading', { name: 'Flags and figures' })
  expect(document.getElementById(id)?.tagName).toBe('H3')
})

test('if the calls cannot be loaded, shows the rest of the help and offers to retry', async () => {
  const map = vi.spyOn(endpoints, 'map').mockImplementation(() => {
    throw new ApiError(503, 'The service is starting.')
  })
  show(routerAt('/modeling'))
  expect(await screen.findByText('The service is starting.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Flags and figures' })).toBeTruthy()
  map.mockRestore()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Calls and roles' })).toBeTruthy()
})

test('has a title, breadcrumbs and an entry in the menu', async () => {
  show(routerAt('/modeling'))
  await screen.findByRole('heading', { level: 1, name: 'Help Documentation' })
  expect(screen.getByRole('link', { name: 'Microfraym Wiki' }).getAttribute('href')).toBe('/modeling')
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getAllByRole('listitem')
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(['Modeling', 'Help Documentation'])
})

test('someone logged out is sent to Log In and back to the help', async () => {
  resetApi(null)
  const router = routerAt('/modeling')
  show(router)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toMatchObject({ next: 'HelpDocumentation' })
})

test('the raster introduction explains four terms with pictures and offers viewers no changes', async () => {
  show(routerAt('/raster'))
  await screen.findByRole('heading', { level: 1, name: 'Raster Introduction' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'A raster asset is a file',
    'A band is one named layer of an asset',
    'A processed raster is on the reference grid',
    'A band collection is what a model uses',
  ])
  expect(screen.getByRole('img', { name: /coloured by elevation/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New collection' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Raster Wiki' }).getAttribute('href')).toBe('/raster')
})
