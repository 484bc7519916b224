import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listAssetUses } from '#contract/rasters/assets.ts'
import { listCountries } from '#contract/places/countries.ts'
import { FACETS } from '#contract/lists/facets.ts'
import * as lists from '#contract/rasters/worldpop-list.ts'
import * as contract from '#contract/rasters/worldpop.ts'
import { ApiError } from '~/api/api-error.ts'
import { openFilters } from '../support/open-filters.ts'
import { aDataset, countries } from '../support/catalog-fakes.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { inspected } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const found = { catalogued: false, findings: [], raster: inspected, dataset: null }
const covered = {
  iso3_code: 'NGA',
  country: 'Nigeria',
  year: 2020,
  datasets: 1,
  categories: ['population'],
  resolutions: ['1km'],
}

beforeEach(() => {
  resetApi(['staff'])
  answer(listCountries, countries)
  answer(lists.listDatasets, pageOf([aDataset()]))
  answer(contract.getDataset, aDataset({ bands: [] }))
  answer(contract.listDatasetCoverage, pageOf([covered]))
  answer(contract.listDatasetHosts, pageOf(['data.worldpop.org']))
})

test('applies the filters in the address to table and coverage; a cell of the coverage filters both', async () => {
  const router = routerAt('/worldpop?category=population&constrained=false')
  show(router)
  await screen.findByRole('grid', { name: 'Population datasets' })
  expect(document.title).toMatch(/^Worldpop Data Catalog/)
  expect(callsOf(lists.listDatasets)[0]?.query).toMatchObject({
    category: ['population'],
    constrained: false,
  })
  expect(callsOf(contract.listDatasetCoverage)[0]?.query).toMatchObject({
    category: ['population'],
    constrained: false,
    limit: 1000,
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Nigeria 2020: 1 dataset' }))
  await waitFor(() =>
    expect(router.state.location.href).toBe(
      '/worldpop?iso3_code=NGA&year=2020&category=population&constrained=false',
    ),
  )
})

test('a filter counts its options when it opens, and without options offers the values that datasets have', async () => {
  answer(FACETS.listDatasets, ({ query }: { query: { field: string } }) =>
    pageOf(query.field === 'category' ? [{ value: 'births', count: 7 }] : [{ value: '2020', count: 12 }]),
  )
  const router = routerAt('/worldpop?constrained=true')
  show(router)
  await screen.findByRole('grid', { name: 'Population datasets' })
  expect(callsOf(FACETS.listDatasets)).toEqual([])
  const filters = await openFilters()
  await userEvent.click(filters.getByRole('button', { name: 'Category' }))
  await screen.findByRole('option', { name: /^Births, ?7$/ })
  expect(screen.getByRole('option', { name: /^Density, ?0$/ })).toBeTruthy()
  await userEvent.click(filters.getByRole('button', { name: 'Year' }))
  await userEvent.click(await screen.findByRole('option', { name: /^2020, ?12$/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ year: 2020 }))
  expect(callsOf(FACETS.listDatasets)).toEqual([
    { query: { constrained: true, field: 'category' } },
    { query: { constrained: true, field: 'year' } },
  ])
})

test('deleting asks for confirmation and shows where the raster is used', async () => {
  answer(
    listAssetUses,
    pageOf([
      { kind: 'population' as const, id: 4, name: 'x', use: 'the population dataset 4' },
      { kind: 'collection' as const, id: 2, name: 'nga_basic', use: 'the collection nga_basic' },
    ]),
  )
  answer(contract.deleteDataset, { msg: 'It was removed.' })
  show(routerAt('/worldpop'))
  await userEvent.click(await screen.findByRole('button', { name: /^Delete Nigeria/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const uses = within(await dialog.findByRole('list', { name: 'Where its raster is used' }))
  expect(uses.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['the collection nga_basic'])
  expect(callsOf(contract.deleteDataset)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete dataset' }))
  expect(await screen.findByText('It was removed.')).toBeTruthy()
  expect(callsOf(contract.deleteDataset)).toEqual([{ params: { id: 4 } }])
})

test.each([
  ['viewer', 1, 0],
  ['staff', 1, 1],
  ['staff', 2, 0],
  ['admin', 2, 1],
] as const)('%s, dataset of person %i: %i ways to delete', async (role, created_by, ways) => {
  resetApi([role])
  answer(lists.listDatasets, pageOf([aDataset({ created_by })]))
  show(routerAt('/worldpop'))
  await screen.findByRole('grid', { name: 'Population datasets' })
  expect(screen.queryAllByRole('button', { name: /^Delete / })).toHaveLength(ways)
  expect(screen.queryAllByRole('columnheader', { name: 'Actions' })).toHaveLength(role === 'viewer' ? 0 : 1)
  expect(screen.queryAllByRole('link', { name: 'Import dataset' })).toHaveLength(role === 'viewer' ? 0 : 1)
})

test('says when there are none yet, and shows an error', async () => {
  answer(lists.listDatasets, pageOf([]))
  answer(contract.listDatasetCoverage, pageOf([]))
  const first = show(routerAt('/worldpop'))
  expect(await screen.findByText('No population datasets yet')).toBeTruthy()
  expect(first.container.querySelector('#coverage')).toBeNull()
})

test('shows why the list could not be loaded and retries it', async () => {
  answer(lists.listDatasets, () => {
    throw new ApiError(503, 'The database is busy.')
  })
  show(routerAt('/worldpop'))
  expect(await screen.findByText('The database is busy.')).toBeTruthy()
  answer(lists.listDatasets, pageOf([aDataset()]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('grid', { name: 'Population datasets' })).toBeTruthy()
})

const fill = async () => {
  await userEvent.selectOptions(await screen.findByLabelText('Country'), 'NGA')
  await userEvent.type(screen.getByLabelText('Year'), '2020')
  await userEvent.type(screen.getByLabelText('Resolution'), '1km')
}
const about = {
  iso3_code: 'NGA',
  year: '2020',
  category: 'population',
  resolution: '1km',
  constrained: false,
  un_adjusted: false,
}

test('checks a file, shows its findings, then imports it', async () => {
  const router = routerAt('/worldpop/import')
  show(router)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Check raster' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Raster: Choose the raster.')
  const file = new File(['II*'], 'people.tif', { type: 'image/tiff' })
  await userEvent.upload(screen.getByLabelText(/^Choose the raster/), file)
  answer(contract.importDataset, {
    ...found,
    findings: [{ severity: 'error', band: 1, message: '3 cells are below 0.', help: 'Set them to nodata.' }],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Check raster' }))
  expect(await screen.findByText('Set them to nodata.')).toBeTruthy()
  expect(callsOf(contract.importDataset)).toEqual([{ body: { ...about, dry_run: true }, files: { file } }])
  // What was found is not about the next try.
  await userEvent.clear(screen.getByLabelText('Resolution'))
  await userEvent.click(screen.getByRole('button', { name: 'Check raster' }))
  await waitFor(() => expect(screen.queryByText('Set them to nodata.')).toBeNull())
  await userEvent.type(screen.getByLabelText('Resolution'), '1km')
  answer(contract.importDataset, { ...found, catalogued: true, dataset: aDataset() })
  await userEvent.click(screen.getByRole('button', { name: 'Import dataset' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/worldpop/4'))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Nigeria · Population 2020 · 1km' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the raster' }).getAttribute('href')).toMatch(
    /^\/modeling\/raster-assets\/\d+$/,
  )
})

const begin = async () => {
  await fill()
  const file = new File(['II*'], 'people.tif', { type: 'image/tiff' })
  await userEvent.upload(screen.getByLabelText(/^Choose the raster/), file)
  answer(
    contract.importDataset,
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(new ApiError(0, '')))
      }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Import dataset' }))
  await screen.findByRole('button', { name: 'Cancel' })
}

test('an import that is cancelled is no error, and what was entered is still guarded', async () => {
  show(routerAt('/worldpop/import'))
  await begin()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
})

test('asks before an import that runs is left, which would cancel it', async () => {
  const router = routerAt('/worldpop/import')
  show(router)
  await begin()
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await screen.findByRole('dialog', { name: 'Leave before the raster is imported?' })
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/tags'))
})

test('an address that is restored is shown', async () => {
  sessionStorage.clear()
  show(routerAt('/worldpop/import'))
  await userEvent.click(await screen.findByLabelText('Address'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'https://data.worldpop.org/a.tif')
  const stored = Object.entries(sessionStorage) as [string, string][]
  cleanup()
  for (const [key, value] of stored) sessionStorage.setItem(key, value)
  show(routerAt('/worldpop/import'))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore what you entered' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe(
    'https://data.worldpop.org/a.tif',
  )
})

test('names the hosts that addresses may have, and shows a rejected one at its field', async () => {
  show(routerAt('/worldpop/import'))
  await userEvent.click(await screen.findByLabelText('Address'))
  expect(await screen.findByText(/fetches https addresses from data\.worldpop\.org only/)).toBeTruthy()
  await fill()
  answer(contract.fetchDataset, () => {
    throw new ApiError(422, 'No.', [
      { field: 'url', message: "Downloads from 'example.org' are not allowed." },
    ])
  })
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'https://example.org/people.tif')
  await userEvent.click(screen.getByRole('button', { name: 'Import dataset' }))
  expect(await screen.findAllByText(/Downloads from 'example.org' are/)).toHaveLength(2)
  expect(callsOf(contract.fetchDataset)[0]?.body).toMatchObject({ url: 'https://example.org/people.tif' })
  expect(callsOf(contract.importDataset)).toEqual([])
})

test('shows an invalid value at its field and sends nothing', async () => {
  show(routerAt('/worldpop/import'))
  await fill()
  await userEvent.type(screen.getByLabelText('Resolution'), ' x')
  await userEvent.click(screen.getByRole('button', { name: 'Import dataset' }))
  expect(await screen.findAllByText(/Allowed: a length such as 100m, 1km or 30arcsec/)).toHaveLength(2)
  expect(callsOf(contract.importDataset)).toEqual([])
})

test('shows viewers who can import datasets', async () => {
  resetApi(['viewer'])
  show(routerAt('/worldpop/import'))
  expect(await screen.findByText('Viewers cannot import datasets')).toBeTruthy()
})

test('says that a dataset does not exist', async () => {
  answer(contract.getDataset, () => {
    throw new ApiError(404, 'There is no population dataset 4.')
  })
  show(routerAt('/worldpop/4'))
  expect(await screen.findByText('This dataset does not exist')).toBeTruthy()
})
