import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listBands } from '#contract/rasters/band-list.ts'
import { linkProduct, linkProductFiles } from '#contract/interpolation/interpolation-files.ts'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import {
  changeProducts,
  countProducts,
  createCustomStack,
  listCatalogCountries,
  listModelCountries,
} from '#contract/interpolation/interpolation.ts'
import { ApiError } from '~/api/api-error.ts'
import { renameCodes } from '~/api/rename-codes.ts'
import { aProduct } from '../support/catalog-fakes.ts'
import { aCollection } from '../support/collection-fakes.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { footprintMap as map } from '../support/fake-browser.tsx'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'
import { thumbnailsIn } from '../support/thumbnails.ts'

const AT = '2026-11-20T10:00:00.000Z'
const products = [
  aProduct({ id: 1, job_id: 7, asset_id: null, status: 'published', final: true }),
  aProduct({ id: 2 }),
  aProduct({ id: 3, bounds: null, bounds_degrees: null, files: [] }),
]

beforeEach(() => {
  resetApi(['staff'])
  answer(listProducts, pageOf(products))
  answer(countProducts, 3)
  answer(listCatalogCountries, pageOf([{ iso3_code: 'NGA', name: 'Nigeria', products: 3 }]))
  answer(listModelCountries, pageOf([{ iso3_code: 'BEN', name: 'Benin', jobs: 2 }]))
})
const at = (path: string) => {
  const router = routerAt(path)
  show(router)
  return router
}
const table = () => screen.findByRole('grid', { name: 'Products' })
const choose = async (...titles: string[]) => {
  for (const title of titles)
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`${title}$`) }))
}

test('shows products with their size, and links each to its report', async () => {
  at('/spatial-catalog')
  const link = await within(await table()).findByRole('link', { name: 'Water 1' })
  expect(link.getAttribute('href')).toBe(
    '/spatial-catalog/report/nga-water-sim-2025-r1-1?list=%2Fspatial-catalog',
  )
  const checkedIn = within(await table()).getByRole('link', { name: 'Water 2' })
  expect(checkedIn.getAttribute('href')).toBe(
    '/spatial-catalog/report/nga-water-sim-2025-r1-2?list=%2Fspatial-catalog',
  )
  expect(await screen.findByText('3 products match')).toBeTruthy()
  expect(screen.getByText('2 of 3 products on this page can be drawn.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Check in a raster' })).toBeTruthy()
})

test('shows the map of each product, in rows and in the gallery', async () => {
  const router = at('/spatial-catalog')
  const keys = products.map(({ job_key }) => job_key)
  await within(await table()).findByRole('link', { name: 'Water 1' })
  expect(thumbnailsIn(await table())).toEqual(keys)
  await userEvent.click(screen.getByRole('radio', { name: 'Gallery' }))
  const gallery = await screen.findByRole('list', { name: 'Products, gallery' })
  expect(router.state.location.search).toMatchObject({ gallery: true })
  expect(thumbnailsIn(gallery)).toEqual(keys)
  const [card] = within(gallery).getAllByRole('listitem')
  expect(card!.textContent).toBe('Water 1Nigeria · ModelledPublishedFinal')
  expect(within(card!).getByRole('img', { name: 'Map of Nigeria' })).toBeTruthy()
  await userEvent.click(within(card!).getByRole('button', { name: 'Actions for Water 1' }))
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeTruthy()
})

test('one product is counted in the singular', async () => {
  answer(listProducts, pageOf(products.slice(0, 1)))
  at('/spatial-catalog')
  expect(await screen.findByText('1 of 1 product on this page can be drawn.')).toBeTruthy()
})

test.each([
  [{ iso_3_code: 'NGA' }, { iso3_code: 'NGA' }],
  [{ iso_3_codes: ['NGA', 'BEN'] }, { iso3_codes: ['NGA', 'BEN'] }],
  [{ iso_3_code: 'NGA', iso3_code: ['BEN'] }, { iso3_code: ['BEN', 'NGA'] }],
  [{ target: 'water' }, { target: 'water' }],
])('renames %j', (given, renamed) => {
  expect(renameCodes(given)).toEqual(renamed)
})

test('converts the country parameters of older links, in the call and in the address', async () => {
  const router = at('/spatial-catalog?iso_3_code=NGA&iso_3_codes=NGA,BEN')
  await table()
  await waitFor(() => expect(callsOf(listProducts).length).toBeGreaterThan(0))
  const [{ query } = {}] = callsOf(listProducts)
  expect(query).toMatchObject({ iso3_code: ['NGA'], iso3_codes: ['NGA', 'BEN'] })
  expect(Object.keys(query as object).filter((key) => key.startsWith('iso_3'))).toEqual([])
  expect(callsOf(countProducts)[0]?.query).toMatchObject({ iso3_code: ['NGA'] })
  expect(screen.getByText('Country: Nigeria')).toBeTruthy()
  await waitFor(() => expect(router.state.location.searchStr).not.toContain('iso_3'))
})

test('filters the table by a box drawn on the map, which can be cleared', async () => {
  const router = at('/spatial-catalog?page=2')
  await waitFor(() => expect(map.props?.footprints.map(({ id }) => id)).toEqual([1, 2]))
  await userEvent.click(screen.getByRole('button', { name: 'Draw a box' }))
  expect(map.props?.drawing).toBe(true)
  map.props?.onBox([2, 4, 15, 14])
  await waitFor(() => expect(router.state.location.search).toMatchObject({ bounds: '2,4,15,14' }))
  expect(router.state.location.searchStr).not.toContain('page=2')
  await waitFor(() =>
    expect(callsOf(listProducts).at(-1)?.query).toMatchObject({ bounds: '2,4,15,14', skip: 0 }),
  )
  expect(map.props?.box).toEqual([2, 4, 15, 14])
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the box' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
})

test('a box across 180° filters with both of its sides, and is drawn again from the address', async () => {
  const router = at('/spatial-catalog')
  await waitFor(() => expect(map.props?.footprints).toHaveLength(2))
  act(() => map.props?.onBox([177, -20, -178, -15]))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ bounds: '177,-20,-178,-15' }))
  await waitFor(() =>
    expect(callsOf(listProducts).at(-1)?.query).toMatchObject({ bounds: '177,-20,-178,-15' }),
  )
  const chips = within(await screen.findByRole('list', { name: 'Chosen filters' }))
  expect(chips.getByText('Box: 177° E to 178° W, 20° S to 15° S')).toBeTruthy()
  cleanup()
  at('/spatial-catalog?bounds=177,-20,-178,-15')
  await waitFor(() => expect(map.props?.box).toEqual([177, -20, -178, -15]))
})

test('draws products in projected systems, in degrees', async () => {
  answer(
    listProducts,
    pageOf([
      aProduct({
        id: 1,
        crs: 32_760,
        bounds: [7e5, 79e5, 1e6, 81e5],
        bounds_degrees: [178.9, -19, -178.3, -17],
      }),
      aProduct({ id: 2, crs: 27_700, bounds: [0, 0, 1, 1], bounds_degrees: null }),
    ]),
  )
  at('/spatial-catalog')
  await waitFor(() =>
    expect(map.props?.footprints.map(({ bounds }) => bounds)).toEqual([[178.9, -19, -178.3, -17]]),
  )
  expect(await screen.findByText('1 of 2 products on this page can be drawn.')).toBeTruthy()
})

test('shows the box as a chip, which Clear all removes too', async () => {
  const router = at('/spatial-catalog?bounds=-2.5,-4,15,14&target=water')
  const chips = within(await screen.findByRole('list', { name: 'Chosen filters' }))
  expect(chips.getByText('Box: 2.5° W to 15° E, 4° S to 14° N')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Box/ })).toBeNull()
  await userEvent.click(chips.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  act(() => map.props?.onBox([2, 4, 15, 14]))
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove Box: 2° E to 15° E, 4° N to 14° N' }),
  )
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
})

test('keeps the map if no product is in the box, and offers to clear the filters', async () => {
  answer(listProducts, pageOf([]))
  answer(countProducts, 0)
  const router = at('/spatial-catalog?bounds=2,4,15,14')
  await waitFor(() => expect(map.props?.box).toEqual([2, 4, 15, 14]))
  await userEvent.click(await screen.findByRole('button', { name: 'Clear all filters' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  expect(await screen.findByText('No products yet')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Footprints' })).toBeNull()
})

test('a bulk edit previews old and new values, changes what differs, and can be undone', async () => {
  const changes = { status: { from: 'draft', to: 'retired' } }
  answer(
    changeProducts,
    pageOf([
      { id: 2, changes },
      { id: 3, changes },
    ]),
  )
  at('/spatial-catalog')
  await table()
  await choose('Water 2', 'Water 3')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit 2 products' })
  expect(within(dialog).getByText('Nothing changes yet')).toBeTruthy()
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Status' }), 'retired')
  const preview = within(dialog).getByRole('region', { name: 'Preview' })
  expect(preview.textContent).toContain('2 products change')
  expect(within(preview).getAllByRole('listitem')[0]?.textContent).toBe('Water 2Statusdraftbecomesretired')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 2 products' }))
  await waitFor(() => expect(callsOf(changeProducts)).toHaveLength(1))
  expect(callsOf(changeProducts)[0]?.body).toEqual({
    items: [
      { id: 2, status: 'retired' },
      { id: 3, status: 'retired' },
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(callsOf(changeProducts)).toHaveLength(2))
  expect(callsOf(changeProducts)[1]?.body).toEqual({
    items: [
      { id: 2, status: 'draft' },
      { id: 3, status: 'draft' },
    ],
  })
})

test('shows why an edit was rejected and keeps the dialog open', async () => {
  answer(changeProducts, () => {
    throw new ApiError(404, 'There is no product 2. Nothing was changed.')
  })
  at('/spatial-catalog')
  await table()
  await choose('Water 2')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Water 2' })
  await userEvent.clear(within(dialog).getByRole('textbox', { name: 'Title' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 1 product' }))
  expect(await within(dialog).findByText('The title needs 1 to 300 characters.')).toBeTruthy()
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'New')
  expect(within(dialog).queryByText('The title needs 1 to 300 characters.')).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 1 product' }))
  expect(await screen.findByText('There is no product 2. Nothing was changed.')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Edit Water 2' })).toBeTruthy()
})

test('a bulk download creates a link for each existing file', async () => {
  answer(
    linkProductFiles,
    pageOf(
      [1, 2].map((id) => ({
        id,
        ext: 'tif',
        name: `water-${id}.tif`,
        size: 1000,
        sha256: 'a'.repeat(64),
        url: `https://strata.example/api/v1/links/${id}`,
        expires_at: AT,
      })),
    ),
  )
  at('/spatial-catalog')
  await table()
  await choose('Water 1', 'Water 2', 'Water 3')
  await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
  const dialog = await screen.findByRole('dialog', { name: 'Download 3 products' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create 2 links' }))
  expect((await within(dialog).findByRole('link', { name: 'water-2.tif' })).getAttribute('href')).toBe(
    'https://strata.example/api/v1/links/2',
  )
  expect(callsOf(linkProductFiles)[0]?.body).toEqual({
    files: [
      { id: 1, ext: 'tif' },
      { id: 2, ext: 'tif' },
    ],
  })
  expect(within(dialog).getByLabelText('Script').textContent).toContain("curl --fail --output 'water-1.tif'")
})

test('a row offers snippets for QGIS, R and Python', async () => {
  answer(linkProduct, { url: 'https://strata.example/l/1?a=1&b=2', expires_at: AT } as never)
  at('/spatial-catalog')
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Water 1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Links for QGIS, R and Python' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open Water 1' })
  expect((await within(dialog).findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'QGIS',
    'R',
    'Python',
    'curl',
  ])
  expect(within(dialog).getByLabelText('Snippet for QGIS').textContent).toBe(
    '/vsicurl?empty_dir=yes&url=https://strata.example/l/1%3Fa%3D1%26b%3D2',
  )
  expect(callsOf(linkProduct)[0]).toEqual({ params: { id: 1 }, query: { ext: 'tif' } })
})

test('creates a custom stack from the bands of checked-in rasters', async () => {
  answer(createCustomStack, aCollection({ id: 9, name: 'mine', bands: [] }))
  answer(listBands, (({ query }: { query: { asset_id: number[] } }) =>
    pageOf([
      {
        id: query.asset_id[0],
        name: `band-${query.asset_id[0]}`,
        description: '',
        unit: '',
        year: null,
        source: '',
        iso3_code: 'NGA',
        country: 'Nigeria',
        asset_id: query.asset_id[0],
        asset_name: 'x.tif',
        band_index: 1,
        statistics: { min: 0, max: 1, mean: 0.5, sd: 0.1, valid: 1 },
        width: 1,
        height: 1,
        crs: 4326,
        bounds: [2, 4, 15, 14],
        resolution_m: 1,
        cloud_optimized: true,
        on_reference_grid: false,
        collections: [],
        created_at: AT,
      },
    ])) as never)
  const router = at('/spatial-catalog')
  await table()
  await choose('Water 1', 'Water 2', 'Water 3')
  await userEvent.click(await screen.findByRole('button', { name: 'Custom stack (2)' }))
  const dialog = await screen.findByRole('dialog', { name: 'Custom stack' })
  expect(await within(dialog).findByText('band-43')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create stack' }))
  expect(within(dialog).getByText('Enter a name of 1 to 200 characters.')).toBeTruthy()
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'mine')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create stack' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/raster/band-collection/9'))
  expect(callsOf(createCustomStack)[0]?.body).toEqual({
    name: 'mine',
    description: '',
    bands: ['band-42', 'band-43'],
  })
})

test('viewers can read, link and download, and nothing else', async () => {
  resetApi(['viewer'])
  answer(listProducts, pageOf(products))
  answer(countProducts, 3)
  at('/spatial-catalog')
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Water 2' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Show on the map',
    'Links for QGIS, R and Python',
    'Download',
  ])
  expect(screen.queryByRole('link', { name: 'Check in a raster' })).toBeNull()
})

test('an empty catalog says what belongs here, without a map', async () => {
  answer(listProducts, pageOf([]))
  answer(countProducts, 0)
  at('/spatial-catalog')
  expect(await screen.findByText('No products yet')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Footprints' })).toBeNull()
})

test('says why the list could not be loaded', async () => {
  answer(listProducts, () => {
    throw new ApiError(503, 'The service is starting.')
  })
  at('/spatial-catalog')
  expect(await screen.findByText('The service is starting.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Footprints' })).toBeNull()
})
