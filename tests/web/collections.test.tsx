import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Band, listBands } from '#contract/band-list.ts'
import { type Collection, listCollections } from '#contract/collection-list.ts'
import {
  type BandCheck,
  changeCollection,
  checkBands,
  createCollection,
  deleteCollection,
  getCollection,
} from '#contract/collections.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, resetApi } from './fake-api.ts'
import { pageOf } from './submission-fakes.ts'

const { routerAt, show } = await import('./shell-router.tsx')
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 30_000 })

const AT = '2026-11-20T10:00:00.000Z'
const member = (id: number, name: string) => ({ id, name, unit: 'm', year: null, iso3_code: 'NGA' })
const aBand = (id: number, name: string): Band => ({
  ...member(id, name),
  description: '',
  source: 'ETOPO5',
  country: 'Nigeria',
  asset_id: 1,
  asset_name: `${name}.tif`,
  band_index: 1,
  statistics: { min: 0, max: 1, mean: 0.5, sd: 0.1, valid: 100 },
  categorical: false,
  width: 289,
  height: 232,
  crs: 4326,
  crs_name: 'WGS 84',
  bounds: [2, 4, 15, 14],
  bounds_degrees: [2, 4, 15, 14],
  resolution_m: 4600,
  cloud_optimized: true,
  on_reference_grid: false,
  collections: [],
  created_at: AT,
})
const aCollection = (over: Partial<Collection> = {}): Collection => ({
  id: 3,
  name: 'nga_basic',
  description: 'Relief and distances',
  bands: [member(1, 'nga_elevation'), member(2, 'nga_ruggedness')],
  population_band: member(5, 'nga_population'),
  iso3_codes: ['NGA'],
  width: 289,
  height: 232,
  crs: 4326,
  bounds: [2, 4, 15, 14],
  resolution_m: 4600,
  jobs: 0,
  created_by: 1,
  created_by_name: 'Ada Lovelace',
  created_at: AT,
  ...over,
})
const aCheck = (over: Partial<BandCheck> = {}): BandCheck => ({
  homogeneous: true,
  findings: [],
  bands: [1, 2].map((id) => ({
    id,
    name: id === 1 ? 'nga_elevation' : 'nga_ruggedness',
    width: 289,
    height: 232,
    crs: 4326,
    bounds: [2, 4, 15, 14],
    same_grid: true,
    nodata_share: 0.4,
    constant: false,
    inflation: 1.2,
  })),
  correlated: [],
  ...over,
})

beforeEach(() => {
  resetApi(['staff'])
  answer(listCollections, pageOf([aCollection()]))
  answer(getCollection, aCollection())
  answer(checkBands, aCheck())
  answer(
    listBands,
    pageOf([aBand(1, 'nga_elevation'), aBand(2, 'nga_ruggedness'), aBand(5, 'nga_population')]),
  )
})
const at = (path: string) => {
  const router = routerAt(path)
  show(router)
  return router
}
const bandNames = async () =>
  within(await screen.findByRole('list', { name: 'Bands of the collection' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^\d/, '').replace(/, m$/, ''))

test('links to each collection and to a new one', async () => {
  at('/raster/band-collection')
  const table = await screen.findByRole('grid', { name: 'Band collections' })
  const link = await within(table).findByRole('link', { name: 'nga_basic' })
  expect(link.getAttribute('href')).toBe('/raster/band-collection/3')
  expect(table.textContent).toContain('nga_elevation, nga_ruggedness')
  expect(screen.getByRole('link', { name: 'New collection' }).getAttribute('href')).toBe(
    '/raster/band-collection/new',
  )
})

test('an empty list says what belongs here, and offers viewers no action', async () => {
  resetApi(['viewer'])
  answer(listCollections, pageOf([]))
  at('/raster/band-collection')
  expect(await screen.findByText('No band collections yet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New collection' })).toBeNull()
})

test('says why the list could not be loaded', async () => {
  answer(listCollections, () => {
    throw new ApiError(503, 'The service is starting.')
  })
  at('/raster/band-collection')
  expect(await screen.findByText('The service is starting.')).toBeTruthy()
})

test('shows a collection’s bands in order, its grid, its uses and whether the bands fit together', async () => {
  answer(getCollection, aCollection({ jobs: 4 }))
  answer(
    checkBands,
    aCheck({
      findings: [{ severity: 'warning', message: 'The band repeats the others.', help: 'Remove one.' }],
      correlated: [{ bands: ['nga_elevation', 'nga_ruggedness'], r: 0.951 }],
    }),
  )
  at('/raster/band-collection/3')
  expect(await screen.findByRole('heading', { level: 1, name: 'nga_basic' })).toBeTruthy()
  const bands = screen.getByRole('region', { name: 'Bands, in order' })
  expect(within(bands).getAllByRole('listitem')[1]?.textContent).toBe('2nga_ruggedness, m, NGA')
  expect(screen.getByText(/4 jobs were run with it/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show the submissions' }).getAttribute('href')).toBe(
    '/modeling/submission?stack_name=nga_basic',
  )
  expect(await screen.findByText('The band repeats the others.')).toBeTruthy()
  expect(screen.getByText(/r = 0.95/)).toBeTruthy()
  expect(callsOf(checkBands)[0]?.query).toMatchObject({ band_id: [1, 2], population_band_id: 5 })
})

test('offers no changes to someone else’s collection', async () => {
  answer(getCollection, aCollection({ created_by: 9 }))
  at('/raster/band-collection/3')
  await screen.findByRole('heading', { level: 1, name: 'nga_basic' })
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
})

test.each(['/raster/band-collection/77', '/raster/band-collection/x', '/raster/band-collection/-1'])(
  'says that the collection at %s does not exist',
  async (path) => {
    answer(getCollection, () => {
      throw new ApiError(404, 'There is no band collection 77.')
    })
    at(path)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such band collection' }),
    ).toBeTruthy()
  },
)

test('deleting asks for confirmation, then opens the list', async () => {
  answer(deleteCollection, { msg: 'The band collection was removed.' })
  const router = at('/raster/band-collection/3')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(callsOf(deleteCollection)).toHaveLength(0)
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete the collection' }),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/raster/band-collection'))
  expect(callsOf(deleteCollection)).toMatchObject([{ params: { id: 3 } }])
})

test('shows where a collection is used instead of deleting it', async () => {
  answer(getCollection, aCollection({ jobs: 1 }))
  at('/raster/band-collection/3')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'nga_basic is in use' })
  expect(dialog.textContent).toContain('1 job was run with it')
  expect(within(dialog).queryByRole('button', { name: 'Delete the collection' })).toBeNull()
})

test('creates a collection: chooses, orders and checks its bands', async () => {
  answer(createCollection, aCollection({ id: 8, name: 'mine' }))
  const router = at('/raster/band-collection/new')
  const submit = await screen.findByRole('button', { name: 'Create collection' })
  await userEvent.click(submit)
  expect(screen.getByText('Enter a name of 1 to 200 characters.')).toBeTruthy()
  expect(screen.getByText('Choose 1 to 100 bands.')).toBeTruthy()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Name' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'mine')
  expect(screen.queryByText('Enter a name of 1 to 200 characters.')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Add nga_elevation' }))
  expect(screen.queryByText('Choose 1 to 100 bands.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add nga_ruggedness' }))
  expect(screen.getByRole('button', { name: 'Add nga_ruggedness' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Use nga_population as population band' }))
  expect(await bandNames()).toEqual(['nga_elevation', 'nga_ruggedness'])
  await userEvent.click(screen.getByRole('button', { name: 'Move nga_ruggedness up' }))
  expect(await bandNames()).toEqual(['nga_ruggedness', 'nga_elevation'])
  expect(await screen.findByText('The bands fit together')).toBeTruthy()
  await userEvent.click(submit)
  await waitFor(() => expect(router.state.location.pathname).toBe('/raster/band-collection/8'))
  expect(callsOf(createCollection)).toMatchObject([
    { body: { name: 'mine', bands: ['nga_ruggedness', 'nga_elevation'], population_band: 'nga_population' } },
  ])
})

test('shows a rejection in the form and keeps the entered values', async () => {
  answer(createCollection, () => {
    throw new ApiError(422, 'The collection cannot be made.', [
      { field: 'bands', message: "The band 'flat' is constant (7 everywhere), so it explains nothing." },
    ])
  })
  at('/raster/band-collection/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'mine')
  await userEvent.click(await screen.findByRole('button', { name: 'Add nga_elevation' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(await within(await screen.findByRole('alert')).findByText(/so it explains nothing/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('mine')
})

test('sends an edited collection without its bands once jobs have used it', async () => {
  answer(getCollection, aCollection({ jobs: 2 }))
  answer(changeCollection, aCollection({ jobs: 2, name: 'renamed' }))
  at('/raster/band-collection/3/edit')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.getByText('The bands cannot be changed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove nga_elevation' })).toBeNull()
  await userEvent.clear(name)
  await userEvent.type(name, 'renamed')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(callsOf(changeCollection)).toHaveLength(1))
  expect(callsOf(changeCollection)).toEqual([
    { params: { id: 3 }, body: { name: 'renamed', description: 'Relief and distances' } },
  ])
})

test.each(['/raster/band-collection/new', '/raster/band-collection/3/edit'])(
  '%s tells viewers who can help',
  async (path) => {
    resetApi(['viewer'])
    answer(getCollection, aCollection())
    at(path)
    expect(await screen.findByText(/^Viewers cannot (create|edit) band collections$/)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  },
)
