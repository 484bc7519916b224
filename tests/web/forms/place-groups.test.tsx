import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { FACETS } from '#contract/lists/facets.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import * as contract from '#contract/places/place-groups.ts'
import { picture } from '~/components/place-groups/picture.ts'
import { ApiError } from '~/api/api-error.ts'
import { nextLevel } from '~/components/place-groups/next-level.ts'
import { propertiesOf } from '~/components/place-groups/read-properties.ts'
import { openFilters } from '../support/open-filters.ts'
import { aVersion, countries } from '../support/catalog-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const unit = (code: string, west: number, parent_code: string | null = null) => ({
  type: 'Feature' as const,
  properties: { code, name: `Unit ${code}`, parent_code },
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, 0],
        [west + 1, 0],
        [west + 1, 1],
        [west, 1],
        [west, 0],
      ],
    ],
  },
})

beforeEach(() => {
  resetApi(['admin'])
  answer(listCountries, countries)
  answer(listPlaceGroupVersions, pageOf([aVersion(), aVersion({ id: 7, version: '2020', is_default: true })]))
  answer(contract.getPlaces, { type: 'FeatureCollection', features: [unit('A', 0), unit('B', 1)] })
})

test('admins open the list from the menu; it applies the filters in the address and includes inactive versions', async () => {
  show(routerAt('/place-groups?iso3_code=ben&place_type=adm1&default_only=true'))
  await screen.findByRole('grid', { name: 'Place groups' })
  expect(document.title).toMatch(/^Place Groups/)
  expect(callsOf(listPlaceGroupVersions)[0]?.query).toMatchObject({
    iso3_code: ['BEN'],
    place_type: ['adm1'],
    default_only: true,
    active_only: false,
    limit: 10,
  })
  expect(screen.getByRole('link', { name: 'Place Groups' }).getAttribute('href')).toBe('/place-groups')
})

test('counts the versions of each level, inactive ones too', async () => {
  answer(FACETS.listPlaceGroupVersions, pageOf([{ value: 'adm1', count: 3 }]))
  show(routerAt('/place-groups?iso3_code=NGA'))
  await screen.findByRole('grid', { name: 'Place groups' })
  await userEvent.click((await openFilters()).getByRole('button', { name: 'Level' }))
  await screen.findByRole('option', { name: /, ?3$/ })
  expect(screen.getAllByRole('option', { name: /, ?0$/ })).toHaveLength(2)
  expect(callsOf(FACETS.listPlaceGroupVersions)).toEqual([
    { query: { iso3_code: ['NGA'], active_only: false, field: 'place_type' } },
  ])
})

test('makes a version the default, deactivates one with Undo, and offers neither for the default', async () => {
  answer(contract.changePlaceGroupVersion, aVersion({ is_default: true }))
  show(routerAt('/place-groups'))
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Actions for Benin · First level · 2024' }))
  await open()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Make default' }))
  expect(await screen.findByText('2024 is the default now')).toBeTruthy()
  await open()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(callsOf(contract.changePlaceGroupVersion)).toEqual([
      { params: { id: 6 }, body: { is_default: true } },
      { params: { id: 6 }, body: { active: false } },
      { params: { id: 6 }, body: { active: true } },
    ]),
  )
  expect(screen.queryByRole('button', { name: /2020$/ })).toBeNull()
})

test('deleting asks for confirmation, and shows why a version used by jobs cannot be deleted', async () => {
  answer(contract.deletePlaceGroupVersion, () => {
    throw new ApiError(409, 'It is used by jobs, such as 4.')
  })
  show(routerAt('/place-groups'))
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for Benin/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this version' }))
  expect(callsOf(contract.deletePlaceGroupVersion)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete version' }))
  expect(await dialog.findByText('It is used by jobs, such as 4.')).toBeTruthy()
  answer(contract.deletePlaceGroupVersion, { msg: 'It was deleted.' })
  await userEvent.click(dialog.getByRole('button', { name: 'Delete version' }))
  expect(await screen.findByText('It was deleted.')).toBeTruthy()
})

test('viewers see the list and no actions', async () => {
  resetApi(['viewer'])
  answer(listPlaceGroupVersions, pageOf([aVersion()]))
  show(routerAt('/place-groups'))
  await screen.findByRole('grid', { name: 'Place groups' })
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Import outlines' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Place Groups' })).toBeNull()
})

test('viewers cannot import', async () => {
  resetApi(['viewer'])
  show(routerAt('/place-groups/import'))
  expect(await screen.findByText('Viewers cannot import outlines')).toBeTruthy()
})

test('shows an error with a retry, then says that there are none yet', async () => {
  answer(listPlaceGroupVersions, () => {
    throw new ApiError(503, 'The database is busy.')
  })
  show(routerAt('/place-groups'))
  expect(await screen.findByText('The database is busy.')).toBeTruthy()
  answer(listPlaceGroupVersions, pageOf([]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No place groups yet')).toBeTruthy()
})

test('draws the units of a version and lists their codes', async () => {
  answer(listPlaceGroupVersions, pageOf([aVersion()]))
  answer(contract.getPlaces, { type: 'FeatureCollection', features: [unit('A', 0, 'X'), unit('B', 1, 'X')] })
  show(routerAt('/place-groups/6'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Benin · First level · 2024' })).toBeTruthy()
  const drawing = await screen.findByRole('img', { name: 'Outlines of Benin · First level · 2024' })
  expect(drawing.querySelectorAll('path')).toHaveLength(2)
  const units = within(screen.getByRole('table', { name: 'Units' }))
  expect(units.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'NameCodeUnit above',
    'Unit AAX',
    'Unit BBX',
  ])
  expect(callsOf(listPlaceGroupVersions)[0]?.query).toMatchObject({ id: [6], active_only: false })
})

test.each(['/place-groups/9', '/place-groups/x'])('says that no version exists at %s', async (path) => {
  answer(listPlaceGroupVersions, pageOf([]))
  show(routerAt(path))
  expect(await screen.findByText('This place group does not exist')).toBeTruthy()
})

const outlines = (properties: object, ...others: object[]) =>
  new File(
    [
      JSON.stringify({
        type: 'FeatureCollection',
        features: [properties, ...others].map((one) => ({
          type: 'Feature',
          properties: one,
          geometry: unit('A', 0).geometry,
        })),
      }),
    ],
    'units.geojson',
  )

test('recognises the properties of a file, shows the findings of a check, and opens the next step after the import', async () => {
  answer(listPlaceGroupVersions, pageOf([]))
  const router = routerAt('/place-groups/import?adding=ben')
  show(router)
  expect(((await screen.findByLabelText('Country')) as HTMLSelectElement).value).toBe('BEN')
  const file = outlines({ pcode: 'BJ01', adm1_name: 'Alibori' }, { pcode: 'BJ02', adm1_name: 'Atacora' })
  await userEvent.upload(screen.getByLabelText(/^Choose the outlines/), file)
  await waitFor(() =>
    expect((screen.getByLabelText('Property with the name') as HTMLInputElement).value).toBe('adm1_name'),
  )
  await userEvent.clear(screen.getByLabelText(/^Version/))
  await userEvent.type(screen.getByLabelText(/^Version/), '2024')
  answer(contract.validatePlaceGroup, {
    valid: false,
    places: 1,
    findings: [
      { severity: 'error', feature: 1, field: 'geometry', message: 'it crosses itself.', help: 'Repair it.' },
    ],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Check outlines' }))
  expect(await screen.findByText('These outlines cannot be imported yet')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Findings' }).textContent).toBe(
    'ErrorFeature 1, geometry: it crosses itself.Repair it.',
  )
  // Nothing was stored: what was entered is still guarded.
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  const body = {
    iso3_code: 'BEN',
    place_type: 'adm1',
    version: '2024',
    name_field: 'adm1_name',
    code_field: 'pcode',
    swap: false,
    default: true,
  }
  expect(callsOf(contract.validatePlaceGroup)).toEqual([{ body, files: { file } }])
  answer(contract.importPlaceGroup, { id: 6, places: 1, findings: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Import outlines' }))
  await waitFor(() =>
    expect(router.state.location.href).toBe('/modeling/submission/add-country?iso3_code=BEN'),
  )
  expect(callsOf(contract.importPlaceGroup)).toHaveLength(1)
})

test('swaps longitude and latitude where a finding offers it, until another file is chosen', async () => {
  show(routerAt('/place-groups/import?adding=ben'))
  const file = outlines({ code: 'A', name: 'North' })
  await userEvent.upload(await screen.findByLabelText(/^Choose the outlines/), file)
  await userEvent.type(screen.getByLabelText(/^Version/), '2024')
  const message = 'the outline fits if longitude and latitude are swapped.'
  const finding = {
    severity: 'error' as const,
    feature: null,
    field: 'geometry',
    message,
    remedy: { swap: true },
  }
  answer(contract.validatePlaceGroup, ({ body }: { body: { swap: boolean } }) =>
    body.swap ? { valid: true, places: 1, findings: [] } : { valid: false, places: 1, findings: [finding] },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Check outlines' }))
  const swap = screen.getByRole('checkbox', { name: /^Latitude comes before longitude/ })
  expect(swap.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(await screen.findByRole('button', { name: 'Swap longitude and latitude' }))
  expect(await screen.findByText('These outlines can be imported')).toBeTruthy()
  expect(swap.getAttribute('aria-checked')).toBe('true')
  expect(callsOf(contract.validatePlaceGroup)).toMatchObject([
    { body: { swap: false } },
    { body: { swap: true } },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Remove units.geojson' }))
  await waitFor(() => expect(swap.getAttribute('aria-checked')).toBe('false'))
})

test('shows a rejection at its field, and sends nothing without a file', async () => {
  show(routerAt('/place-groups/import'))
  await userEvent.selectOptions(await screen.findByLabelText(/^Country/), 'BEN')
  await userEvent.type(screen.getByLabelText(/^Version/), '2024')
  await userEvent.click(screen.getByRole('button', { name: 'Import outlines' }))
  expect(await screen.findByText('Choose the file of the outlines.')).toBeTruthy()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Outlines' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Choose the outlines/))
  expect(callsOf(contract.importPlaceGroup)).toEqual([])
  await userEvent.upload(screen.getByLabelText(/^Choose the outlines/), outlines({ code: 'A', name: 'A' }))
  fail(
    contract.importPlaceGroup,
    new ApiError(409, 'It exists.', [{ field: 'version', message: 'The version 2024 already exists.' }]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Import outlines' }))
  expect(await screen.findAllByText(/The version 2024 already exists/)).toHaveLength(2)
})

test.each<[object[], string | undefined, string | undefined]>([
  [[{ code: 'A', name: 'North' }], 'name', 'code'],
  [
    [
      { gid: 1, country: 'Benin', district: 'North' },
      { gid: 2, country: 'Benin', district: 'South' },
    ],
    'district',
    'gid',
  ],
  [
    [
      { NAME: 'North', CODE: 'N' },
      { NAME: 'North', CODE: 'S' },
    ],
    'NAME',
    'CODE',
  ],
  [[{ n: 1 }, { n: 1 }], undefined, undefined],
  // With errors in its values, which the check reports.
  [
    [
      { name: 'North', code: 'X' },
      { name: '', code: 'X' },
    ],
    'name',
    'code',
  ],
])('of the properties %j, %s is the name and %s the code', (rows, name, code) => {
  const found = propertiesOf({ features: rows.map((properties) => ({ properties })) })
  expect(found).toEqual({ names: Object.keys(rows[0] as object), features: rows.length, name, code })
})

test('another file brings other properties, a wrong file is not taken, and a finding about the file is a sentence', async () => {
  show(routerAt('/place-groups/import'))
  const choose = async (file: File) =>
    userEvent.upload(await screen.findByLabelText(/^Choose the outlines/), file, { applyAccept: false })
  const parent = () => screen.getByLabelText<HTMLInputElement>(/^Property with the code of the unit above/)
  await choose(new File(['x'], 'units.shp'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    '‘units.shp’ cannot be used. Choose a file that ends in .geojson, .json, .gpkg, .zip. Put the files of a shapefile into one .zip, and export other formats as one of them, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg in.kml.',
  )
  await choose(new File([], 'units.geojson'))
  expect((await screen.findByRole('alert')).textContent).toBe('‘units.geojson’ is empty.')
  const rows = [1, 2].map((code) => ({ properties: { code, name: `Unit ${code}`, region_code: 'R' } }))
  await choose(new File([JSON.stringify({ features: rows })], 'units.geojson'))
  await waitFor(() => expect(parent().value).toBe('region_code'))
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove units.geojson' }))
  await choose(new File(['{"features":[]}'], 'none.geojson'))
  await waitFor(() => expect(parent().value).toBe(''))

  await userEvent.selectOptions(screen.getByLabelText(/^Country/), 'BEN')
  await userEvent.type(screen.getByLabelText(/^Version/), '2024')
  const message = 'the file has no features.'
  const findings = [{ severity: 'error' as const, feature: null, field: null, message }]
  answer(contract.validatePlaceGroup, { valid: false, places: 0, findings })
  await userEvent.click(screen.getByRole('button', { name: 'Check outlines' }))
  expect((await screen.findByRole('list', { name: 'Findings' })).textContent).toBe(
    'ErrorThe file has no features.',
  )
})

test('a country that has its first level is offered the second, under the same version', async () => {
  answer(listPlaceGroupVersions, pageOf([aVersion({ version: '2024' })]))
  show(routerAt('/place-groups/import?adding=ben'))
  await userEvent.upload(
    await screen.findByLabelText(/^Choose the outlines/),
    outlines({ code: 'A', name: 'B' }, { code: 'C', name: 'D' }),
  )
  await waitFor(() => expect(screen.getByLabelText(/^Level/)).toHaveProperty('value', 'adm2'))
  expect(screen.getByLabelText(/^Version/)).toHaveProperty('value', '2024')
})

test('one outline is taken for the country, and the version is named like the file', async () => {
  show(routerAt('/place-groups/import'))
  const file = new File([outlines({ code: 'BEN', name: 'Benin' })], 'Benin (2024), adm_0.geojson')
  await userEvent.upload(await screen.findByLabelText(/^Choose the outlines/), file)
  await waitFor(() => expect(screen.getByLabelText(/^Level/)).toHaveProperty('value', 'adm0'))
  expect(screen.getByLabelText(/^Version/)).toHaveProperty('value', 'Benin 2024 adm_0')
})

test('a level and a version that a person has chosen stay', async () => {
  answer(listPlaceGroupVersions, pageOf([aVersion({ version: '2024' })]))
  show(routerAt('/place-groups/import?adding=ben'))
  await userEvent.selectOptions(await screen.findByLabelText(/^Level/), 'adm0')
  await userEvent.type(screen.getByLabelText(/^Version/), 'mine')
  await userEvent.upload(screen.getByLabelText(/^Choose the outlines/), outlines({ code: 'A', name: 'B' }))
  await waitFor(() => expect(callsOf(listPlaceGroupVersions).length).toBeGreaterThan(0))
  expect(screen.getByLabelText(/^Level/)).toHaveProperty('value', 'adm0')
  expect(screen.getByLabelText(/^Version/)).toHaveProperty('value', 'mine')
})

test('a code that repeats is that of the unit above', () => {
  const rows = [
    { commune: 'North', commune_code: 'N', department_code: 'D' },
    { commune: 'South', commune_code: 'S', department_code: 'D' },
  ]
  expect(propertiesOf({ features: rows.map((properties) => ({ properties })) })).toMatchObject({
    name: 'commune',
    code: 'commune_code',
    parent: 'department_code',
  })
})

test('a single feature has properties, too', () => {
  expect(propertiesOf({ type: 'Feature', properties: { code: 'A', name: 'B' } }).names).toEqual([
    'code',
    'name',
  ])
})

test.each([
  [[], 'adm1', undefined],
  [['adm0'], 'adm1', '2024'],
  [['adm1'], 'adm2', '2024'],
  [['adm2', 'adm1'], 'adm1', '2024'],
] as const)('a country with %j lacks %s', (held, place_type, version) => {
  expect(nextLevel(held.map((level) => ({ place_type: level, version: '2024' })))).toEqual({
    place_type,
    version,
  })
})

test.each([[null], ['text'], [{ features: 4 }], [{ features: [null, { properties: null }] }]])(
  'finds no properties in malformed content %j',
  (content) => expect(propertiesOf(content).names).toEqual([]),
)

test('draws a country with its shape at its latitude', () => {
  const high = [unit('A', 0)].map((one) => ({
    ...one,
    geometry: {
      ...one.geometry,
      coordinates: one.geometry.coordinates.map((ring) => ring.map(([x = 0, y = 0]) => [x, y + 59.5])),
    },
  }))
  expect(picture(high)).toMatchObject({ width: 500, height: 1000 })
  expect(picture(high).shapes[0]?.path).toBe('M0.0 1000.0L500.0 1000.0L500.0 0.0L0.0 0.0L0.0 1000.0Z')
  expect(picture([])).toEqual({ width: 1000, height: 1000, shapes: [] })
})
