import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAssetFindings } from '#contract/rasters/asset-findings.ts'
import { deleteAsset, getAsset } from '#contract/rasters/assets.ts'
import { changeBand } from '#contract/rasters/bands.ts'
import { listCountries } from '#contract/places/countries.ts'
import { answer, callsOf } from '../support/fake-api.ts'
import { FakeUpload, aBand, anAsset } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'
import { choose, nigeria, prepareRasters, resetRasters, tif, title } from '../support/raster-screens.ts'

beforeEach(prepareRasters)

describe('Raster Asset Upload', () => {
  const open = async () => {
    show(routerAt('/modeling/raster-assets/upload'))
    await title('Raster Asset Upload')
  }
  const start = (n: string) => userEvent.click(screen.getByRole('button', { name: `Upload ${n}` }))
  const item = (name: string) => within(screen.getByRole('listitem', { name }))
  const inspected = {
    catalogued: true,
    findings: [{ severity: 'warning', band: null, message: 'Stored in strips.', help: 'Process it.' }],
    raster: {
      ...anAsset({ id: 7 }),
      bounds_degrees: [2, 4, 15, 14],
      data_type: 'float32',
      compression: 'deflate',
      bands: [{ band: 1, valid: 9, min: 0, max: 1, mean: 0.5, sd: 0.1, histogram: [4, 5] }],
    },
    asset: anAsset({ id: 7 }),
  }

  test('says what the choice of classes or quantities means', async () => {
    await open()
    expect(screen.getByText(/^Classes are drawn/)).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Values'), 'quantities')
    expect(screen.getByText(/^Quantities are drawn/)).toBeTruthy()
  })

  test('follows a raster that the service inspects later, with its progress, until it is catalogued', async () => {
    let asset = anAsset({ id: 7, status: 'inspecting', fraction: 0.42, bands: [] })
    answer(getAsset, () => asset)
    answer(listAssetFindings, { content: [], totalElements: 0 })
    await open()
    await choose(/Choose rasters/, tif('a.tif'))
    await start('1 file')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(FakeUpload.all[0].headers).toMatchObject({ prefer: 'respond-async' })
    act(() => FakeUpload.all[0].answer(202, anAsset({ id: 7, status: 'received' })))
    await item('a.tif').findByText('Inspecting: 42 %')
    expect(
      item('a.tif').getByRole('progressbar', { name: 'Inspection of a.tif' }).getAttribute('aria-valuenow'),
    ).toBe('42')
    asset = anAsset({ id: 7 })
    await item('a.tif').findByRole('link', { name: asset.name })
    await screen.findByText('1 file catalogued')
  })

  test('a raster that is cancelled or rejected while the service inspects it is removed there', async () => {
    let asset = anAsset({ id: 7, status: 'inspecting', fraction: 0.42, bands: [] })
    answer(getAsset, () => asset)
    answer(deleteAsset, { msg: '' })
    const error = { severity: 'error' as const, code: 'empty', band: 1, message: 'All of it is nodata.' }
    answer(listAssetFindings, { content: [error], totalElements: 1 })
    await open()
    await choose(/Choose rasters/, tif('a.tif'))
    await start('1 file')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    act(() => FakeUpload.all[0].answer(202, anAsset({ id: 7, status: 'received' })))
    await item('a.tif').findByText('Inspecting: 42 %')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.tif' }))
    await waitFor(() => expect(callsOf(deleteAsset).map(({ params }) => params)).toEqual([{ id: 7 }]))
    await item('a.tif').findByText(/^Cancelled/)
    asset = anAsset({ id: 8, status: 'rejected', bands: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Retry a.tif' }))
    await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
    act(() => FakeUpload.all[1].answer(202, anAsset({ id: 8, status: 'received' })))
    await item('a.tif').findByText('All of it is nodata.')
    expect(item('a.tif').getByText(/Not catalogued/)).toBeTruthy()
    expect(callsOf(deleteAsset).map(({ params }) => params)).toEqual([{ id: 7 }, { id: 8 }])
  })

  test('uploads two files at a time and shows progress, findings and outcome for each', async () => {
    await open()
    await choose(/Choose rasters/, tif('a.tif'), tif('b.tif'), tif('c.tif'))
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'NGA')
    await userEvent.type(screen.getByLabelText('Year'), '2020')
    await userEvent.type(screen.getByLabelText('Unit'), 'm')
    await start('3 files')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
    const [first] = FakeUpload.all
    expect(first.opened).toEqual(['POST', '/api/v1/raster/v1/assets'])
    expect(first.timeout).toBe(0)
    expect(
      [...first.body!.entries()].map(([key, value]) => [key, value instanceof File ? value.name : value]),
    ).toEqual([
      ['description', ''],
      ['unit', 'm'],
      ['source', ''],
      ['year', '2020'],
      ['iso3_code', 'NGA'],
      ['file', 'a.tif'],
    ])
    act(() => first.progress(1, 4))
    await item('a.tif').findByText('25 %')
    act(() => first.answer(200, inspected))
    await item('a.tif').findByRole('link', { name: 'nga_elevation_7.tif' })
    expect(item('a.tif').getByText('Process it.')).toBeTruthy()
    await waitFor(() => expect(FakeUpload.all).toHaveLength(3))
    expect([...FakeUpload.all[2].body!.values()].at(-1)).toHaveProperty('name', 'c.tif')
    const error = { severity: 'error', band: 1, message: 'All of it is nodata.', help: 'Check the export.' }
    act(() =>
      FakeUpload.all[1].answer(200, { ...inspected, catalogued: false, asset: null, findings: [error] }),
    )
    await item('b.tif').findByText('Check the export.')
    expect(item('b.tif').getByText(/Not catalogued/)).toBeTruthy()
    act(() => FakeUpload.all[2].answer(200, inspected))
    await screen.findByText('2 files catalogued')
  })

  test('says before and after that rasters without a country are listed under World', async () => {
    await open()
    await choose(/Choose rasters/, tif('a.tif'), tif('b.tif'))
    const country = screen.getByLabelText<HTMLSelectElement>('Country')
    expect(country.selectedOptions[0]?.textContent).toBe('No country (the whole world)')
    screen.getByText('Applies to all chosen files. Without a country, they are listed under World.')
    await start('2 files')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
    const asset = anAsset({ id: 7, iso3_codes: [] })
    act(() => FakeUpload.all[0].answer(200, { ...inspected, asset }))
    act(() => FakeUpload.all[1].answer(200, inspected))
    await item('a.tif').findByText(/Listed under World: no country was chosen\./)
    await item('b.tif').findByRole('link', { name: 'nga_elevation_7.tif' })
    expect(item('b.tif').queryByText(/Listed under World/)).toBeNull()
    expect(item('a.tif').queryByRole('button', { name: /^List it under/ })).toBeNull()
  })

  test('offers the country whose extent a raster without one has', async () => {
    answer(listCountries, pageOf([{ ...nigeria, bounds: [2.7, 4.3, 14.7, 13.9] }]))
    answer(changeBand, aBand({ id: 17 }))
    await open()
    await choose(/Choose rasters/, tif('a.tif'))
    await start('1 file')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    act(() => FakeUpload.all[0].answer(200, { ...inspected, asset: anAsset({ id: 7, iso3_codes: [] }) }))
    await userEvent.click(await item('a.tif').findByRole('button', { name: 'List it under Nigeria' }))
    await item('a.tif').findByText(/Listed under Nigeria\./)
    expect(callsOf(changeBand)).toEqual([{ params: { id: 17 }, body: { iso3_code: 'NGA' } }])
  })

  test('retries a cancelled and a failed file under their own names', async () => {
    await open()
    await choose(/Choose rasters/, tif('a.tif'), tif('b.tif'))
    await start('2 files')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.tif' }))
    expect(FakeUpload.all.map(({ aborted }) => aborted)).toEqual([true, false])
    await item('a.tif').findByText(/Cancelled/)
    act(() =>
      FakeUpload.all[1].answer(409, {
        detail: "A band named 'b' is already in the catalogue; choose another name.",
      }),
    )
    await item('b.tif').findByText(/choose another name/)
    await userEvent.click(item('b.tif').getByText('Name the bands'))
    await userEvent.type(item('b.tif').getByLabelText('Band names'), 'red, green')
    await userEvent.click(screen.getByRole('button', { name: 'Retry b.tif' }))
    await waitFor(() => expect(FakeUpload.all).toHaveLength(3))
    expect(FakeUpload.all[2].body!.getAll('band_names')).toEqual(['red', 'green'])
    act(() => FakeUpload.all[2].answer(200, inspected))
    await item('b.tif').findByRole('link', { name: 'nga_elevation_7.tif' })
  })

  test('names files that are not rasters and does not send them; an invalid year is fixed at its field', async () => {
    await open()
    // The drop zone takes whatever is dropped.
    const zone = screen.getByLabelText(/Choose rasters/)
    await userEvent.upload(zone, [new File(['x'], 'a.png'), tif('a.tif')], { applyAccept: false })
    await screen.findByText(/‘a.png’ is not a GeoTIFF/)
    await userEvent.type(screen.getByLabelText('Year'), '20x0')
    await start('1 file')
    const year = screen.getByLabelText('Year')
    await waitFor(() => expect(year.getAttribute('aria-invalid')).toBe('true'))
    expect(FakeUpload.all).toEqual([])
    await userEvent.clear(year)
    await waitFor(() => expect(year.getAttribute('aria-invalid')).toBeNull())
    await start('1 file')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
  })

  test('shows viewers who can help', async () => {
    resetRasters(['viewer'])
    await open()
    await screen.findByText('Viewers cannot upload rasters')
    expect(screen.queryByLabelText(/Choose rasters/)).toBeNull()
  })
})
