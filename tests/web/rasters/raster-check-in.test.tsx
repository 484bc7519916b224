import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { deleteInspection, getInspection } from '#contract/rasters/inspections.ts'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import type { Answer } from '#contract/endpoint.ts'
import { listCountries } from '#contract/places/countries.ts'
import { deleteUpload, listUploads } from '#contract/rasters/uploads.ts'
import { ApiError } from '~/api/api-error.ts'
import { accept, answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { HASH, footprintMap } from '../support/fake-browser.tsx'
import { Upload as FakeTus, UPLOAD_ID } from '../support/fake-tus.ts'
import { inspected } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const times = { created_at: '2026-11-20T10:00:00Z', expires_at: '2026-11-27T10:00:00Z' }
const taken = { upload: UPLOAD_ID, sha256: HASH }
const tif = (size = 10) => {
  const file = new File(['x'], 'water.tif', { type: 'image/tiff' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const open = () => void show(routerAt('/spatial-catalog/raster-check-in'))
const drop = async (file = tif()) => userEvent.upload(await screen.findByLabelText(/Choose a GeoTIFF/), file)
const latest = async (count = 1) => {
  await waitFor(() => expect(FakeTus.all).toHaveLength(count))
  return FakeTus.all[count - 1]
}
const arrive = async (count = 1) => {
  const { options } = await latest(count)
  act(() => options.onSuccess())
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fillIn = async () => {
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'NGA')
  for (const [name, text] of [
    ['Target', 'water'],
    ['Source', 'DHS'],
    ['Source wave', '2018'],
    ['Tags', 'pilot, safe water'],
  ] as const)
    await userEvent.type(screen.getByRole('textbox', { name }), text)
}

const regions = { region: null, sub_region: null, intermediate_region: null }
const nigeria = (bounds: [number, number, number, number] | null) => ({
  iso3_code: 'NGA',
  iso2_code: 'NG',
  numeric_code: '566',
  name: 'Nigeria',
  ...regions,
  bounds,
})
const benin = {
  iso3_code: 'BEN',
  iso2_code: 'BJ',
  numeric_code: '204',
  name: 'Benin',
  ...regions,
  bounds: [0.8, 6.2, 3.8, 12.4] as [number, number, number, number],
}

beforeEach(() => {
  resetApi(['staff'])
  answer(listCountries, pageOf([nigeria(null), benin]))
  answer(uploadAsset, { catalogued: false, findings: [], raster: inspected, asset: null })
  open()
})

test('uploads a file, inspects it, and shows its figures, its extent and that it has no findings', async () => {
  await drop()
  await arrive()
  expect(await screen.findByText('No findings')).toBeTruthy()
  expect(callsOf(uploadAsset)).toEqual([{ body: { dry_run: true, ...taken }, files: {} }])
  const facts = screen.getByRole('region', { name: 'Contents' })
  expect(facts.textContent).toContain('289 × 232')
  expect(facts.textContent).toContain('Band 1')
  expect(screen.getByText('2 to 15° east, 4 to 14° north')).toBeTruthy()
})

test('draws the first band before it is published, with the legend of its values or classes', async () => {
  const bounds: [number, number, number, number] = [2, 4.5, 15, 14]
  const range: [number, number] = [0.1, 0.6]
  const preview = { png: 'iVBORw0KGgo=', bounds, range }
  const classes = [{ value: 3, colour: '#ff0080', cells: 4 }]
  const [band] = inspected.bands
  const raster = { ...inspected, preview, bands: [band, { ...band, band: 2, classes }] }
  answer(uploadAsset, { catalogued: false, findings: [], raster, asset: null })
  await drop()
  await arrive()
  expect(await screen.findByText(/The map shows band 1/)).toBeTruthy()
  expect(screen.getByText('Hatched: no value')).toBeTruthy()
  await waitFor(() => expect(footprintMap.props?.picture).toBeTruthy())
  expect(footprintMap.props).toMatchObject({
    label: 'Map of band 1 of the file',
    picture: { url: 'data:image/png;base64,iVBORw0KGgo=', bounds: preview.bounds },
  })
  const [first, second] = within(screen.getByRole('list', { name: 'Bands' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('mean 0.5')
  expect(first?.textContent).toContain('Colours: 0.1 to 0.6, middle 96 % (2–98)')
  expect(second?.textContent).not.toContain('mean')
  expect(screen.getByRole('list', { name: 'Classes' }).textContent).toBe('3100.00 %')
})

test('a picture that the browser cannot decode is said to be missing, with what to do', async () => {
  const preview = { png: 'iVBORw0KGgo=', bounds: inspected.bounds, range: null }
  answer(uploadAsset, { catalogued: false, findings: [], raster: { ...inspected, preview }, asset: null })
  await drop()
  await arrive()
  await waitFor(() => expect(footprintMap.props?.picture).toBeTruthy())
  act(() => footprintMap.props?.onFailure('picture'))
  expect(
    await screen.findByText(
      'Band 1 could not be drawn, so the map shows the extent only: check the values under Contents, or drop the file again.',
    ),
  ).toBeTruthy()
  expect(screen.queryByText(/The map shows band 1/)).toBeNull()
  expect(screen.queryByText('Hatched: no value')).toBeNull()
  expect(screen.getByTestId('footprints')).toBeTruthy()
})

test('a raster that cannot be drawn has a map of its extent', async () => {
  await drop()
  await arrive()
  await waitFor(() => expect(footprintMap.props?.label).toBe('Map of the extent of the file'))
  expect(footprintMap.props?.picture).toBeNull()
  expect(screen.queryByText(/The map shows band 1/)).toBeNull()
})

test('suggests the country whose extent the file has, unless one is chosen', async () => {
  answer(listCountries, pageOf([nigeria([2.7, 4.3, 14.7, 13.9]), benin]))
  await drop()
  const country = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' })
  expect(country.value).toBe('')
  await arrive()
  await waitFor(() => expect(country.value).toBe('NGA'))
  expect(screen.getByText('The extent of the file fits this country.')).toBeTruthy()
  await userEvent.selectOptions(country, 'BEN')
  expect(screen.queryByText('The extent of the file fits this country.')).toBeNull()
})

test('asks at its field whether few different values are classes, and says what the choice means', async () => {
  const note = { severity: 'note', code: 'maybe-classes', band: 1, message: 'They may be classes.' } as const
  answer(uploadAsset, { catalogued: false, findings: [note], raster: inspected, asset: null })
  await drop()
  const values = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Values' })
  expect(screen.getByText('Classes are drawn in their own colours and never averaged.')).toBeTruthy()
  await arrive()
  await screen.findByText(/^Chosen because the file holds few different values/)
  expect(values.value).toBe('classes')
  expect(screen.getByText('No findings')).toBeTruthy()
  expect(screen.queryByText(note.message)).toBeNull()
  await userEvent.selectOptions(values, 'quantities')
  expect(screen.getByText('Quantities are drawn on a colour ramp and averaged.')).toBeTruthy()
  await userEvent.selectOptions(values, 'As the file says')
  expect(screen.getByText(/^The file holds few different values: they may be classes/)).toBeTruthy()
})

test('lists errors first with how to fix them, and does not let the file be published', async () => {
  answer(uploadAsset, {
    catalogued: false,
    raster: inspected,
    asset: null,
    findings: [
      { severity: 'warning', band: null, message: 'It has no overviews.', help: 'gdaladdo water.tif' },
      { severity: 'error', band: 1, message: 'The band has no value.', help: 'Check its nodata value.' },
    ],
  })
  await drop()
  await arrive()
  expect(await screen.findByText('The file cannot be published yet')).toBeTruthy()
  const findings = within(screen.getByRole('list', { name: 'Findings' })).getAllByRole('listitem')
  expect(findings[0]?.textContent).toContain('Check its nodata value.')
  expect(screen.getByRole('button', { name: 'Publish the raster' }).hasAttribute('disabled')).toBe(true)
})

test.each([
  ['note', 'The file can be published'],
  ['warning', 'The file can be published; check the warnings first'],
] as const)('a %s does not prevent publication', async (severity, title) => {
  const findings = [{ severity, band: null, message: 'The raster has an internal mask.' }]
  answer(uploadAsset, { catalogued: false, raster: inspected, asset: null, findings })
  await drop()
  await arrive()
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText('The raster has an internal mask.')).toBeTruthy()
})

test('shows the progress of a large upload, which can be paused, continued and cancelled', async () => {
  await drop(tif(300 * 2 ** 20))
  const first = await latest()
  act(() => first.options.onProgress(42, 100))
  expect(await screen.findByText('Uploading water.tif: 42 %')).toBeTruthy()
  const publish = screen.getByRole('button', { name: 'Publish the raster' })
  expect(publish.hasAttribute('disabled')).toBe(true)
  await press('Pause')
  expect(first.aborted).toBe(true)
  expect(screen.getByText('Paused at 42 %. The uploaded part is kept.')).toBeTruthy()
  await press('Continue')
  const second = await latest(2)
  expect(second.options.uploadUrl).toBe(`/api/v1/uploads/${UPLOAD_ID}`)
  expect(screen.getByText('Uploading water.tif: 42 %')).toBeTruthy()
  await press('Cancel')
  expect(second.aborted).toBe(true)
  expect(await screen.findByLabelText(/Choose a GeoTIFF/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(callsOf(deleteUpload)).toEqual([{ params: { id: UPLOAD_ID } }]))
  expect(callsOf(uploadAsset)).toEqual([])
})

test('an upload of an earlier visit continues with the same file, and with no other', async () => {
  const size = 300 * 2 ** 20
  const unfinished = { id: UPLOAD_ID, name: 'water.tif', size, offset: size / 4, complete: false, ...times }
  answer(listUploads, pageOf([unfinished]))
  open()
  const input = await screen.findByLabelText('The file water.tif')
  await userEvent.upload(input, tif(size + 1))
  expect(await screen.findByText(/is a different file from ‘water.tif’/)).toBeTruthy()
  expect(FakeTus.all).toEqual([])
  await userEvent.upload(input, tif(size))
  expect(await screen.findByText('Uploading water.tif: 25 %')).toBeTruthy()
  expect((await latest()).options.uploadUrl).toBe(`/api/v1/uploads/${UPLOAD_ID}`)
})

test('an upload of which all has arrived is inspected without its file', async () => {
  answer(
    listUploads,
    pageOf([{ id: UPLOAD_ID, name: 'water.tif', size: 10, offset: 10, complete: true, ...times }]),
  )
  open()
  await press('Continue water.tif')
  expect(await screen.findByText('No findings')).toBeTruthy()
  expect(FakeTus.all).toEqual([])
  expect(callsOf(uploadAsset)).toEqual([{ body: { dry_run: true, upload: UPLOAD_ID }, files: {} }])
})

test('an upload or an inspection that fails can be tried again without sending what has arrived', async () => {
  await drop()
  const first = await latest()
  act(() => first.options.onError(new Error('tus')))
  expect(await screen.findByText('The file could not be uploaded')).toBeTruthy()
  await press('Try again')
  fail(uploadAsset, new ApiError(503, 'The service is restarting.'))
  await arrive(2)
  expect(await screen.findByText('The service is restarting.')).toBeTruthy()
  answer(uploadAsset, { catalogued: false, findings: [], raster: inspected, asset: null })
  await press('Try again')
  expect((await latest(3)).options.uploadUrl).toBe(`/api/v1/uploads/${UPLOAD_ID}`)
  await arrive(3)
  expect(await screen.findByText('No findings')).toBeTruthy()
})

test('a file that the service rejects as no GeoTIFF is discarded; another one can be chosen', async () => {
  const detail = "Unsupported file type: 'water.tif' is not a GeoTIFF. Export the raster as a GeoTIFF."
  const errors = [{ field: 'file', message: detail }]
  await drop()
  const tus = await latest()
  const originalResponse = { getStatus: () => 422, getBody: () => JSON.stringify({ detail, errors }) }
  act(() => tus.options.onError(Object.assign(new Error('tus'), { originalResponse })))
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await waitFor(() => expect(callsOf(deleteUpload)).toEqual([{ params: { id: UPLOAD_ID } }]))
  await press('Choose another file')
  fail(uploadAsset, new ApiError(422, detail, errors))
  await drop()
  await arrive(2)
  expect(await screen.findByText('The file could not be inspected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('rejects a file that is no GeoTIFF before it is sent', async () => {
  await userEvent.upload(await screen.findByLabelText(/Choose a GeoTIFF/), new File([], 'water.tif'))
  expect(await screen.findByText('‘water.tif’ is empty.')).toBeTruthy()
  expect(FakeTus.all).toEqual([])
})

test('names missing values at their fields until they are filled in, then publishes', async () => {
  await drop()
  await arrive()
  await screen.findByText('No findings')
  const publish = screen.getByRole('button', { name: 'Publish the raster' })
  await userEvent.click(publish)
  expect(screen.getByText('Choose a country.')).toBeTruthy()
  expect(screen.getByText('Enter a target.')).toBeTruthy()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Country' }))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Country' }))
  await fillIn()
  expect(screen.queryByText('Choose a country.')).toBeNull()
  fail(
    checkInRaster,
    new ApiError(422, 'year must be at most 2100.', [{ field: 'year', message: 'must be at most 2100' }]),
  )
  await userEvent.click(publish)
  expect(await screen.findByText('must be at most 2100')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Target' }).value).toBe('water')
  expect(checkInRaster.timeoutMs).toBe(0)
  expect(callsOf(checkInRaster).at(-1)).toMatchObject({
    files: {},
    body: {
      ...taken,
      iso3_code: 'NGA',
      target: 'water',
      source: 'DHS',
      source_wave: '2018',
      round: '1',
      version: '1',
      status: 'published',
      tags: ['pilot', 'safe water'],
    },
  })
})

test('a check-in that is cancelled leaves no error, and the next one shows its own', async () => {
  await drop()
  await arrive()
  await screen.findByText('No findings')
  await fillIn()
  answer(
    checkInRaster,
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(new ApiError(0, '')))
      }),
  )
  await press('Publish the raster')
  await screen.findByRole('button', { name: 'Cancel' })
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await screen.findByRole('dialog', { name: 'Leave before the raster is checked in?' })
  await press('Stay')
  await press('Cancel')
  const publish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publish the raster' })
  await waitFor(() => expect(publish.disabled).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await press('Stay')
  fail(
    checkInRaster,
    new ApiError(422, 'year must be at most 2100.', [{ field: 'year', message: 'must be at most 2100' }]),
  )
  await userEvent.click(publish)
  expect(await screen.findByText('must be at most 2100')).toBeTruthy()
  expect(callsOf(checkInRaster)).toHaveLength(2)
})

test('shows viewers who can check in rasters', async () => {
  resetApi(['viewer'])
  open()
  expect(await screen.findByText('Viewers cannot check in rasters')).toBeTruthy()
})

const received = {
  id: 3,
  status: 'received' as const,
  fraction: null,
  result: null,
  error: null,
  created_at: '2026-11-20T10:00:00Z',
}

test('follows an inspection that a worker does later: its progress, then its result', async () => {
  accept(uploadAsset, received)
  answer(deleteInspection, { msg: '' })
  let now: Answer<typeof getInspection> = { ...received, status: 'inspecting', fraction: 0.42 }
  answer(getInspection, () => now)
  await drop()
  await arrive()
  await screen.findByText('The file is uploaded; its cells are being read: 42 %.')
  const bar = screen.getByRole('progressbar', { name: 'Inspection of water.tif' })
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  now = { ...received, status: 'ready', result: { catalogued: false, findings: [], raster: inspected } }
  await screen.findByText('No findings')
  expect(callsOf(deleteInspection)).toEqual([])
})

test('an inspection that is cancelled is cancelled in the service, too', async () => {
  accept(uploadAsset, received)
  answer(getInspection, { ...received, status: 'inspecting', fraction: 0.42 })
  answer(deleteInspection, { msg: '' })
  await drop()
  await arrive()
  await screen.findByText(/42 %/)
  await press('Cancel')
  await waitFor(() => expect(callsOf(deleteInspection)).toEqual([{ params: { id: 3 } }]))
})

test('an inspection that fails later says why', async () => {
  accept(uploadAsset, received)
  const message = 'The file is cut off.'
  const error = { detail: message, errors: [{ field: 'file', message }] }
  answer(getInspection, { ...received, status: 'rejected', error })
  await drop()
  await arrive()
  await screen.findByText(message)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
