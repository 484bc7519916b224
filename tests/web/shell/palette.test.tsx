import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Answer } from '#contract/endpoint.ts'
import { findRecords } from '#contract/search.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { ApiError } from '~/api/api-error.ts'
import { typeAtOnce } from '../../support/browser/type-at-once.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { nothingFound, pageOf } from '../support/submission-fakes.ts'
import { writingActions } from '~/components/palette/writing-actions.ts'
import { aMe } from '../support/accounts-fakes.ts'
import { thumbnailsIn } from '../support/thumbnails.ts'
const { routerAt, show } = await import('../support/shell-router.tsx')

const ONE_OF_EACH: Answer<typeof findRecords> = {
  jobs: [
    {
      id: 42,
      name: 'Benin · stunting · seed 3',
      job_key: 'ben-stunting-dhs-2018-r1-42',
      status: 'completed',
    },
  ],
  submissions: [{ id: 7, name: 'Stunting, second round' }],
  surveys: [{ id: 3, name: 'Benin · DHS 2018 · stunting' }],
  rasters: [{ id: 5, name: 'benin_stunting.tif' }],
  bands: [{ id: 6, name: 'stunting_rain' }],
  collections: [{ id: 2, name: 'stunting' }],
  datasets: [{ id: 4, name: 'Benin · Population 2020 · 1km' }],
  products: [
    { id: 8, name: 'Benin: stunting, DHS 2018', asset_id: 31, job_key: 'ben-stunting-dhs-2018-r1-c8' },
  ],
  projects: [{ id: 1, name: 'Stunting in West Africa' }],
  people: [{ id: 9, name: 'Grace Hopper', email: 'grace@strata.example' }],
}

beforeEach(() => {
  localStorage.clear()
  resetApi()
  answer(listTags, pageOf([]))
  answer(findRecords, nothingFound)
})

async function open(roles: readonly string[] = ['staff']) {
  resetApi(roles)
  answer(listTags, pageOf([]))
  answer(findRecords, nothingFound)
  const router = routerAt('/tags')
  show(router)
  await screen.findByText('No tags yet')
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search screens, records and actions' })
  return { router, field }
}
const labels = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

test('keeps what is typed while it is still loading', async () => {
  show(routerAt('/tags'))
  await screen.findByText('No tags yet')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  for (const key of 'worldp') fireEvent.keyDown(document.body, { key })
  const field = await screen.findByRole('combobox', { name: 'Search screens, records and actions' })
  await userEvent.keyboard('op')
  expect((field as HTMLInputElement).value).toBe('worldpop')
  expect(labels()[0]).toMatch(/^Worldpop Catalog/)
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(((await screen.findByRole('combobox')) as HTMLInputElement).value).toBe('')
})

test('Ctrl-K, Cmd-K and the button open it; Escape closes it and returns the focus', async () => {
  const { field } = await open()
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('{Meta>}k{/Meta}')
  await screen.findByRole('dialog', { name: 'Search' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const button = screen.getByRole('button', { name: 'Search' })
  await userEvent.click(button)
  await screen.findByRole('dialog', { name: 'Search' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('without a text it lists actions and the screens of the menu; admins get theirs', async () => {
  await open()
  const list = screen.getByRole('listbox', { name: 'Results' })
  expect(
    within(list)
      .getAllByRole('group')
      .map((group) => group.firstChild?.textContent),
  ).toEqual(['Actions', 'Screens'])
  for (const label of ['New submission', 'Add a country', 'Dark theme', 'Shortcuts', 'Log Out'])
    expect(labels()).toContain(label)
  expect(labels()).toContain('Product CatalogModeling')
  expect(labels()).not.toContain('PeopleAdministration')
  expect(callsOf(findRecords)).toHaveLength(0)
})

test('viewers get no action that writes, admins the screens of the administration', async () => {
  await open(['viewer'])
  expect(labels()).not.toContain('New submission')
  expect(labels()).toContain('Dark theme')
})

test.each([
  ['import survey', 'Import a survey', '/survey/catalog/import'],
  ['survey import', 'Import a survey', '/survey/catalog/import'],
  ['run again', 'Run a submission again', '/modeling/submission'],
  ['mark final', 'Mark a job as final', '/modeling/product-catalog'],
  ['new submission', 'New submission', '/modeling/submission'],
  ['upload raster', 'Upload rasters', '/modeling/raster-assets/upload'],
])('‘%s’ finds the action %s', async (words, label, path) => {
  const { router, field } = await open()
  typeAtOnce(field, words)
  await userEvent.click(await screen.findByRole('option', { name: label }))
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

test('an action by its verb comes before screens, a screen by its name before actions', async () => {
  const { field } = await open()
  typeAtOnce(field, 'import survey')
  expect(active(field)).toBe('Import a survey')
  typeAtOnce(field, 'worldpop')
  expect(active(field)).toMatch(/^Worldpop Catalog/)
})

test('every action leads to a screen; on a submission, one runs it again', async () => {
  const { router } = await open(['admin'])
  const paths = writingActions(aMe(['admin']), '/modeling/submission/12').map(
    ({ href = '' }) => href.split('?')[0]!,
  )
  expect(paths.map((path) => router.getMatchedRoutes(path)[0].at(-1)?.fullPath.replace(/\/$/, ''))).toEqual(
    paths.map((path) => path.replace('/12/', '/$id/')),
  )
  expect(paths).toContain('/modeling/submission/12/again')
  expect(writingActions(aMe(['viewer']), '/')).toEqual([])
})

test('admins get the screens of the administration', async () => {
  await open(['admin'])
  expect(labels()).toContain('PeopleAdministration')
})

test('one request per pause in typing; records follow screens, and Enter opens one', async () => {
  const { router, field } = await open()
  answer(findRecords, ONE_OF_EACH)
  typeAtOnce(field, 'stunting')
  expect(screen.getByText('Searching records…')).toBeTruthy()
  await screen.findByText('10 results')
  expect(callsOf(findRecords).map(({ query }) => query)).toEqual([{ words: 'stunting' }])
  expect(labels()).toEqual([
    'Benin · stunting · seed 3ben-stunting-dhs-2018-r1-42Completed',
    'Stunting, second roundSubmission 7',
    'Benin · DHS 2018 · stunting',
    'benin_stunting.tif',
    'stunting_rain',
    'stunting',
    'Benin · Population 2020 · 1km',
    'Benin: stunting, DHS 2018ben-stunting-dhs-2018-r1-c8',
    'Stunting in West Africa',
    'Grace Hoppergrace@strata.example',
  ])
  expect(active(field)).toBe('Benin · stunting · seed 3ben-stunting-dhs-2018-r1-42Completed')
  expect(screen.getByRole('group', { name: 'Population datasets' }).textContent).toContain('1km')
  await userEvent.keyboard('{ArrowUp}')
  expect(active(field)).toBe('Grace Hoppergrace@strata.example')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/modeling/submission/7'))
  expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull()
})

test('completed jobs and products are found with their maps, others with an icon', async () => {
  const { field } = await open()
  const [job] = ONE_OF_EACH.jobs
  const running = { ...job!, id: 43, job_key: 'ben-stunting-dhs-2018-r1-43', status: 'running' as const }
  answer(findRecords, { ...ONE_OF_EACH, jobs: [job!, running] })
  typeAtOnce(field, 'stunting')
  await screen.findByText('11 results')
  expect(thumbnailsIn(screen.getByRole('listbox', { name: 'Results' }))).toEqual([
    'ben-stunting-dhs-2018-r1-42',
    'ben-stunting-dhs-2018-r1-c8',
  ])
})

test('what was chosen is recent the next time, until the logout', async () => {
  const { field } = await open()
  await userEvent.type(field, 'clients')
  await screen.findByText('1 result')
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Clients' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const list = await screen.findByRole('listbox', { name: 'Results' })
  expect(within(list).getByRole('group', { name: 'Recent' }).textContent).toBe('RecentClientsProjects')
  await userEvent.type(await screen.findByRole('combobox'), 'log out')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
})

test('an answer to other words is dropped', async () => {
  const { field } = await open()
  const waiting = new Map<string, (found: Answer<typeof findRecords>) => void>()
  answer(
    findRecords,
    ({ query }: { query: { words: string } }) =>
      new Promise((resolve) => {
        waiting.set(query.words, resolve)
      }),
  )
  await userEvent.type(field, 'stun')
  await waitFor(() => expect(waiting.has('stun')).toBe(true))
  await userEvent.type(field, 'ting')
  await waitFor(() => expect(waiting.has('stunting')).toBe(true))
  waiting.get('stunting')?.({ ...nothingFound, rasters: ONE_OF_EACH.rasters })
  await screen.findByText('1 result')
  waiting.get('stun')?.(ONE_OF_EACH)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(labels()).toEqual(['benin_stunting.tif'])
})

test('says that nothing was found, and that records could not be searched, with a retry', async () => {
  const { field } = await open()
  await userEvent.type(field, 'zzzz')
  await screen.findByText('Nothing found for ‘zzzz’. Try a part of a name, a job’s key or an id.')
  fail(findRecords, new ApiError(503, 'The database is not available.'))
  await userEvent.clear(field)
  await userEvent.type(field, 'yyyy')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Records could not be searched: The database is not available.')
  answer(findRecords, { ...nothingFound, submissions: ONE_OF_EACH.submissions })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 result')
})

test('an action runs: the theme changes, and the shortcuts open in its place', async () => {
  const { field } = await open()
  await userEvent.type(field, 'dark')
  await userEvent.keyboard('{Enter}')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox'), 'shortcuts')
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Shortcuts' })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('does not open over another dialog', async () => {
  const { field } = await open()
  await userEvent.type(field, 'shortcuts{Enter}')
  await screen.findByRole('dialog', { name: 'Shortcuts' })
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('combobox')).toBeNull()
})
