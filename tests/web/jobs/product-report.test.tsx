import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listBands } from '#contract/rasters/band-list.ts'
import { getBandHistogram } from '#contract/rasters/bands.ts'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { ApiError } from '~/api/api-error.ts'
import { expectConsoleError } from '../../support/web/web.setup.ts'
import { aProduct } from '../support/catalog-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { drawn } from '../support/fake-map.ts'
import { aBand } from '../support/raster-fakes.ts'
import { report } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'
import { thumbnailsIn } from '../support/thumbnails.ts'

const path = '/spatial-catalog/report/nga-water-sim-2025-r1-2'
const product = aProduct({
  id: 2,
  title: 'Water, Nigeria 2025',
  data_description: 'Made by hand',
  tags: [{ id: 1, name: 'reviewed', colour: 'blue' }],
})
const bands = [
  aBand({ id: 8, name: 'water-b2', band_index: 2, asset_id: 42 }),
  aBand({ id: 7, name: 'water-b1', band_index: 1, asset_id: 42 }),
]

beforeEach(() => {
  resetApi(['staff'])
  fail(getJobReport, new ApiError(404, 'There is no job.'))
  answer(listProducts, pageOf([product]))
  answer(listBands, pageOf(bands))
  answer(getBandHistogram, { counts: [1, 2], min: 0, max: 2, classes: null } as never)
  answer(listPlaceGroupVersions, pageOf([]))
})
const at = async (address: string) => {
  const router = routerAt(address)
  show(router)
  await screen.findByRole('heading', { level: 1 })
  return router
}

test('of a checked-in raster shows its title, map, metadata and files', async () => {
  await at(path)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Water, Nigeria 2025')
  expect(callsOf(listProducts)[0]?.query).toMatchObject({ job_key: ['nga-water-sim-2025-r1-2'], limit: 1 })
  await waitFor(() => expect(drawn.maps).toHaveLength(1))
  expect(callsOf(listBands)[0]?.query).toMatchObject({ asset_id: [42] })
  expect(drawn.lastTiles()).toContain('/raster/v1/bands/7/')
  const metadata = within(screen.getByRole('region', { name: 'Metadata' }))
  for (const text of [
    'Nigeria (NGA)',
    'SIM 2025',
    'EPSG:4326 (WGS 84)',
    '2 to 15° east, 4 to 14° north',
    '4.6 km',
  ])
    expect(metadata.getByText(text)).toBeTruthy()
  expect(metadata.getByRole('link', { name: 'Asset 42' }).getAttribute('href')).toBe(
    '/modeling/raster-assets/42',
  )
  const files = within(screen.getByRole('table', { name: 'Files of the product' }))
  expect(files.getByRole('link', { name: 'nga-water-sim-2025-r1-2.tif' }).getAttribute('href')).toBe(
    '/api/v1/interpolation/download/2?ext=tif',
  )
  expect(files.getByText('1.0 kB')).toBeTruthy()
  expect(screen.getByText('Made by hand')).toBeTruthy()
  expect(screen.getByText('reviewed')).toBeTruthy()
  await waitFor(() => expect(document.title).toContain('Water, Nigeria 2025'))
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(await crumbs.findByText('Water, Nigeria 2025')).toBeTruthy()
})

test('keeps the band and the look of its map in the address', async () => {
  const router = await at(`${path}?band=2&ramp=magma&surface=width&utm_source=mail`)
  await waitFor(() => expect(drawn.lastTiles()).toContain('/raster/v1/bands/8/'))
  expect(drawn.lastTiles()).toContain('magma')
  expect(router.state.location.search).not.toHaveProperty('utm_source')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Band on the map' }), '1: water-b1')
  await waitFor(() => expect(drawn.lastTiles()).toContain('/raster/v1/bands/7/'))
  expect(router.state.location.search).toMatchObject({ band: 1, ramp: 'magma' })
})

test('offers what the role allows, by mouse and by keyboard', async () => {
  await at(path)
  const edit = screen.getByRole('button', { name: 'Edit' })
  edit.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Edit Water, Nigeria 2025' })).toBeTruthy()
})

test('a viewer may not edit it', async () => {
  resetApi(['viewer'])
  fail(getJobReport, new ApiError(404, 'There is no job.'))
  answer(listProducts, pageOf([product]))
  await at(path)
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Links for QGIS, R and Python' })).toBeTruthy()
})

test('whose bands are gone, or cannot be loaded, has metadata and files all the same', async () => {
  fail(listBands, new ApiError(503, 'The service rests.'))
  await at(path)
  expect(await screen.findByText('The service rests.')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Files of the product' })).toBeTruthy()
  answer(listBands, pageOf([]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/None of its bands is in the Band Catalog/)).toBeTruthy()
})

test('neither a job nor a product: this report does not exist', async () => {
  // Of another server, which does not know the filter.
  answer(listProducts, pageOf([aProduct({ id: 9 })]))
  await at(path)
  expect(screen.getByText('This report does not exist')).toBeTruthy()
})

test('which is forbidden says who can help; another failure offers a retry', async () => {
  expectConsoleError(/Your role|The service rests/)
  fail(listProducts, new ApiError(403, 'Your role does not allow this.'))
  await at(path)
  expect(screen.getByText('You cannot see this report')).toBeTruthy()
  fail(listProducts, new ApiError(503, 'The service rests.'))
  show(routerAt(path))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answer(listProducts, pageOf([product]))
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Water, Nigeria 2025' })).toBeTruthy()
})

test('opened from the Spatial Catalog, leads to the products beside it, checked in or modelled', async () => {
  const rows = [
    aProduct({ id: 1, job_key: report.job_key, job_id: report.id, asset_id: null, title: 'Modelled' }),
    product,
    aProduct({ id: 3 }),
  ]
  answer(listProducts, ({ query }: { query: { job_key?: string[] } }) =>
    pageOf(query.job_key ? rows.filter(({ job_key }) => query.job_key?.includes(job_key)) : rows),
  )
  await at(`${path}?list=%2Fspatial-catalog&range=5_9`)
  const list = within(await screen.findByRole('navigation', { name: 'List' }))
  await list.findByText('2 of 3')
  expect(list.getByRole('link', { name: 'Previous product: Modelled' }).getAttribute('href')).toBe(
    `/spatial-catalog/report/${report.job_key}?list=%2Fspatial-catalog`,
  )
  expect(list.getByRole('link', { name: 'Next product: Water 3' }).getAttribute('href')).toBe(
    '/spatial-catalog/report/nga-water-sim-2025-r1-3?list=%2Fspatial-catalog',
  )
})

test('lists what else the catalogue has of the same layer, with maps and links', async () => {
  const rows = [aProduct({ id: 3, version: '2', status: 'published', title: 'Water, again' }), product]
  answer(listProducts, ({ query }: { query: { job_key?: string[] } }) =>
    pageOf(query.job_key ? [product] : rows),
  )
  await at(path)
  const versions = within(await screen.findByRole('list', { name: 'Versions' }))
  expect(callsOf(listProducts).at(-1)?.query).toMatchObject({
    iso3_code: ['NGA'],
    target: ['water'],
    source: ['SIM'],
    source_wave: ['2025'],
    round: ['1'],
  })
  const [other, own] = versions.getAllByRole('listitem')
  expect(other!.textContent).toMatch(/^Water, again Version 2 · Checked inPublished/)
  expect(within(other!).getByRole('link').getAttribute('href')).toBe(
    '/spatial-catalog/report/nga-water-sim-2025-r1-3',
  )
  expect(own!.getAttribute('aria-current')).toBe('true')
  expect(within(own!).queryByRole('link')).toBeNull()
  expect(own!.textContent).toContain('Water, Nigeria 2025, shown here')
  expect(thumbnailsIn(other!)).toEqual(['nga-water-sim-2025-r1-3'])
})

test('says if it is the only version, or why the others could not be loaded', async () => {
  answer(listProducts, ({ query }: { query: { job_key?: string[] } }) => {
    if (query.job_key) return pageOf([product])
    throw new ApiError(503, 'The catalogue rests.')
  })
  await at(path)
  const card = within(screen.getByRole('region', { name: 'Versions' }))
  expect(await card.findByText('The catalogue rests.')).toBeTruthy()
  answer(listProducts, pageOf([product]))
  await userEvent.click(card.getByRole('button', { name: 'Try again' }))
  expect(
    await card.findByText('Version 1 is the only product of this country, target, source, wave and round.'),
  ).toBeTruthy()
})
