import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Band, listBands } from '#contract/rasters/band-list.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import {
  type BandCheck,
  changeCollection,
  checkBands,
  createCollection,
  deleteCollection,
  getCollection,
} from '#contract/rasters/collections.ts'
import {
  type CollectionVersion,
  deleteCollectionVersion,
  listCollectionVersions,
  restoreCollectionVersion,
} from '#contract/rasters/collection-versions.ts'
import { ApiError } from '~/api/api-error.ts'
import { aCollection, member } from '../support/collection-fakes.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { pageOf } from '../support/submission-fakes.ts'

const { routerAt, show } = await import('../support/shell-router.tsx')

const AT = '2026-11-20T10:00:00.000Z'
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
  rebuilding: false,
  width: 289,
  height: 232,
  crs: 4326,
  crs_name: 'WGS 84',
  bounds: [2, 4, 15, 14],
  bounds_degrees: [2, 4, 15, 14],
  crs_unit: 'degree',
  resolution_m: 4600,
  cloud_optimized: true,
  on_reference_grid: false,
  collections: [],
  created_at: AT,
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
    categorical: id === 2,
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
  answer(listCollectionVersions, pageOf([]))
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
    .map(({ textContent }) => textContent?.replace(/^\d/, '').replace(/, m.*$/, ''))

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
  const compared = within(screen.getByRole('table', { name: 'Bands compared' }))
  expect(compared.getByRole('row', { name: /^nga_elevation/ }).textContent).toContain('quantities')
  expect(compared.getByRole('row', { name: /^nga_ruggedness/ }).textContent).toContain('classes')
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
      await screen.findByRole('heading', { level: 1, name: 'This band collection does not exist' }),
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
  expect(screen.getByText(/^Choose 1 to 100 bands/)).toBeTruthy()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Name' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'mine')
  expect(screen.queryByText('Enter a name of 1 to 200 characters.')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Add nga_elevation' }))
  expect(screen.queryByText(/^Choose 1 to 100 bands/)).toBeNull()
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

test('sends other bands of a collection in use with the version that was edited', async () => {
  answer(getCollection, aCollection({ jobs: 2, version: 4 }))
  answer(changeCollection, () => {
    throw new ApiError(
      409,
      "The collection 'nga_basic' was changed in the meantime: it is at version 5, not 4.",
    )
  })
  at('/raster/band-collection/3/edit')
  expect(await screen.findByText('Changing the bands creates a new version')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove nga_elevation' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/was changed in the meantime/)).toBeTruthy()
  expect(callsOf(changeCollection)).toEqual([
    {
      params: { id: 3 },
      body: { bands: ['nga_ruggedness'], current_version: 4 },
    },
  ])
})

test('joins bands of different years to a series, renames it and splits it again', async () => {
  const dated = (id: number, name: string, year: number) => ({ ...member(id, name), year })
  answer(
    getCollection,
    aCollection({ bands: [member(1, 'height'), dated(7, 'evi_2020', 2020), dated(6, 'evi_2010', 2010)] }),
  )
  answer(changeCollection, aCollection())
  at('/raster/band-collection/3/edit')
  await userEvent.click(await screen.findByRole('button', { name: 'Join evi_2010 with evi_2020' }))
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the series 2' })
  expect(name.value).toBe('evi')
  expect(screen.getByText('2010 (evi_2010), 2020 (evi_2020)')).toBeTruthy()
  await waitFor(() => expect(callsOf(checkBands).at(-1)?.query).toMatchObject({ covariate: [1, 2, 2] }))
  await userEvent.clear(name)
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(screen.getAllByText(/give each series a name/).length).toBeGreaterThan(0)
  await userEvent.type(name, 'green')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(callsOf(changeCollection)).toHaveLength(1))
  expect(callsOf(changeCollection)[0]?.body).toMatchObject({
    bands: ['height', { series: 'green', bands: ['evi_2010', 'evi_2020'] }],
  })
})

test('splits a series into its bands', async () => {
  const year = (id: number, of: number) => ({ ...member(id, `evi_${of}`), year: of, series: 'evi' })
  answer(getCollection, aCollection({ bands: [year(6, 2010), year(7, 2020)] }))
  at('/raster/band-collection/3/edit')
  await userEvent.click(await screen.findByRole('button', { name: 'Split evi' }))
  expect(screen.queryByRole('textbox', { name: /^Name of the series/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove evi_2020' })).toBeTruthy()
})

const aVersion = (version: number, over: Partial<CollectionVersion> = {}): CollectionVersion => ({
  version,
  current: false,
  bands: [member(1, 'nga_elevation')],
  population_band: null,
  changes: null,
  restored_from: null,
  jobs: 0,
  created_by: 1,
  created_by_name: 'Ada Lovelace',
  created_at: AT,
  ...over,
})
const changed = { added: [], removed: [], reordered: false, regrouped: false, population: false }

test('lists versions with what changed; restores one and deletes an unused one', async () => {
  answer(getCollection, aCollection({ version: 3, jobs: 2 }))
  answer(
    listCollectionVersions,
    pageOf([
      aVersion(3, {
        current: true,
        restored_from: 1,
        changes: { ...changed, added: ['slope'], removed: ['evi'] },
      }),
      aVersion(2, { changes: { ...changed, reordered: true, population: true } }),
      aVersion(1, { jobs: 2 }),
    ]),
  )
  answer(restoreCollectionVersion, aCollection({ version: 4 }))
  answer(deleteCollectionVersion, { msg: "Version 2 of 'nga_basic' was removed." })
  at('/raster/band-collection/3')
  const list = await screen.findByRole('list', { name: 'Versions, newest first' })
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts[0]).toContain('Restored from version 1; added slope; removed evi, not used by any job')
  expect(texts[1]).toContain('Another order; no population band, not used by any job')
  expect(texts[2]).toContain('First version, used by 2 jobs')
  expect(screen.queryByRole('button', { name: 'Restore version 3' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete version 1' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Restore version 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Restore it' }))
  expect(await screen.findByText('Version 1 was restored as version 4.')).toBeTruthy()
  expect(callsOf(restoreCollectionVersion)).toMatchObject([
    { params: { id: 3, version: 1 }, body: { current_version: 3 } },
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete version 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete the version' }))
  await waitFor(() =>
    expect(callsOf(deleteCollectionVersion)).toMatchObject([{ params: { id: 3, version: 2 } }]),
  )
})

test('shows versions to those who may not change them', async () => {
  answer(getCollection, aCollection({ created_by: 9 }))
  answer(listCollectionVersions, pageOf([aVersion(2, { current: true }), aVersion(1)]))
  at('/raster/band-collection/3')
  await screen.findByRole('list', { name: 'Versions, newest first' })
  expect(screen.queryByRole('button', { name: 'Restore version 1' })).toBeNull()
})

test.each(['/raster/band-collection/new', '/raster/band-collection/3/edit'])(
  '%s shows viewers who can help',
  async (path) => {
    resetApi(['viewer'])
    answer(getCollection, aCollection())
    at(path)
    expect(await screen.findByText(/^Viewers cannot (create|edit) band collections$/)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  },
)
