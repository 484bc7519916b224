import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listAssets } from '#contract/rasters/asset-list.ts'
import {
  acceptAssetFinding,
  listAssetFindings,
  withdrawAssetFinding,
} from '#contract/rasters/asset-findings.ts'
import { deleteAsset, getAsset, getAssetLayout, listAssetUses } from '#contract/rasters/assets.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { deleteBandUpload, getBandUpload } from '#contract/rasters/band-uploads.ts'
import { deleteUpload, listUploads } from '#contract/rasters/uploads.ts'
import { changeBand, getBand, getBandHistogram, getBandValue } from '#contract/rasters/bands.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { getRasterDifference, getRasterPercentiles, getRasterProfile } from '#contract/viewing/viewing.ts'
import { getJobValue } from '#contract/jobs/job-outputs.ts'
import { getJobReport, listJobs, listTargets } from '#contract/jobs/jobs.ts'
import { findRecords } from '#contract/search.ts'
import { linkAsset } from '#contract/accounts/signed-links.ts'
import { getBandTileJson } from '#contract/standards/tilejson.ts'
import { listCountries } from '#contract/places/countries.ts'
import { listProcessed } from '#contract/rasters/processed.ts'
import { ApiError } from '~/api/api-error.ts'
import { typeAtOnce } from '../../support/browser/type-at-once.ts'
import { aVersion } from '../support/catalog-fakes.ts'
import { type Download, catchDownloads } from '../support/downloads.ts'
import { answer, callsOf, fail, resetApi, sendUploads } from '../support/fake-api.ts'
import { HASH } from '../support/fake-browser.tsx'
import { drawn } from '../support/fake-map.ts'
import { Upload as FakeTus, uploadIdOf } from '../support/fake-tus.ts'
import { FakeUpload, aBand, aLayout, anAsset } from '../support/raster-fakes.ts'
import { report, valuesOf } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { nothingFound, pageOf } from '../support/submission-fakes.ts'

let downloads: Download[]

const nigeria = {
  name: 'Nigeria',
  iso3_code: 'NGA',
  iso2_code: 'NG',
  numeric_code: '566',
  region: 'Africa',
  sub_region: null,
  intermediate_region: null,
  bounds: null,
}
const asks = (roles: readonly string[] = ['staff']) => {
  resetApi(roles)
  answer(listCountries, pageOf([nigeria]))
  answer(listAssets, pageOf([anAsset({ id: 1 }), anAsset({ id: 2, iso3_codes: [], created_by: 9 })], 12))
  answer(listProcessed, pageOf([anAsset({ id: 3, processed_from: 1 })]))
  answer(listBands, pageOf([aBand({ id: 11 }), aBand({ id: 12, iso3_code: null, country: null })]))
  answer(getAsset, anAsset({ id: 1 }))
  answer(getAssetLayout, { as_sent: aLayout({ container: 'BigTIFF' }), as_stored: aLayout() })
  answer(getBand, aBand({ id: 11 }))
  answer(getBandHistogram, {
    ...aBand({ id: 11 }).statistics,
    edges: [-2, 1000, 2096],
    counts: [600, 400],
    classes: null,
  })
}
beforeEach(() => {
  asks()
  sendUploads()
  FakeUpload.all = []
  downloads = catchDownloads()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const tif = (name: string) => new File(['II*\0'], name, { type: 'image/tiff' })
const choose = (label: RegExp, ...files: File[]) => userEvent.upload(screen.getByLabelText(label), files)

describe('uses the specified names, titles and breadcrumbs', () => {
  test.each([
    ['/modeling/raster-assets', 'RasterAssetCatalog', 'Raster Asset Catalog', 'Modeling'],
    ['/modeling/raster-assets/upload', 'RasterAssetUpload', 'Raster Asset Upload', 'Modeling'],
    ['/raster/band-catalog', 'RasterPipelineProductCatalog', 'Band Catalog', 'Raster'],
    ['/raster/band-catalog/bulk', 'RasterPipelineBulkUpload', 'Bulk Upload Raster Bands', 'Raster'],
    ['/raster/processed-rasters', 'RasterPipelineProcessedRasters', 'Processed Rasters', 'Raster'],
  ])('%s', async (path, name, heading, group) => {
    const router = routerAt(path)
    show(router)
    await title(heading)
    expect(router.state.matches.at(-1)?.staticData).toMatchObject({ name, title: heading })
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(crumbs.getAllByRole('listitem')[0].textContent).toBe(group)
    expect(crumbs.getAllByRole('listitem').at(-1)?.textContent).toBe(heading)
  })
})

describe('Raster Asset Catalog', () => {
  test('applies the address as query and describes each asset in its row', async () => {
    show(routerAt('/modeling/raster-assets?iso3_code=NGA&on_reference_grid=true&sort_by=size&page=2'))
    const table = within(await screen.findByRole('grid', { name: 'Raster assets' }))
    expect(callsOf(listAssets).at(-1)?.query).toEqual({
      iso3_code: ['NGA'],
      on_reference_grid: true,
      sort_by: 'size',
      sort_order: 'desc',
      limit: 10,
      skip: 10,
    })
    const row = within(table.getByRole('row', { name: /nga_elevation_1/ }))
    expect(row.getByText('Nigeria')).toBeTruthy()
    expect(row.getByText('Ready')).toBeTruthy()
    expect(row.getByText('927.7 m')).toBeTruthy()
    expect(row.getByRole('gridcell', { name: /1.440 × 1.200/ })).toBeTruthy()
    expect(row.getByRole('gridcell', { name: /1.4.MB/ })).toBeTruthy()
    expect(table.getByRole('row', { name: /nga_elevation_2/ }).textContent).toContain('World')
  })

  test('offers viewers no changes', async () => {
    asks(['viewer'])
    show(routerAt('/modeling/raster-assets'))
    await screen.findByRole('grid', { name: 'Raster assets' })
    expect(screen.queryByRole('link', { name: 'Upload rasters' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_1.tif' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Open',
      'Download',
    ])
  })

  test('only the owner can delete; an asset in use shows where and stays', async () => {
    answer(listAssetUses, {
      content: [{ kind: 'collection', id: 4, name: 'covariates', use: 'the collection covariates' }],
      totalElements: 1,
    })
    show(routerAt('/modeling/raster-assets'))
    await screen.findByRole('grid', { name: 'Raster assets' })
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_2.tif' }))
    await screen.findByRole('menuitem', { name: 'Process' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_1.tif' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'nga_elevation_1.tif is in use' }))
    expect(dialog.getByText('covariates')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Delete the asset' })).toBeNull()
    expect(callsOf(deleteAsset)).toEqual([])
  })

  test('deletes an unused asset after confirmation', async () => {
    answer(deleteAsset, { msg: "The raster asset 'nga_elevation_1.tif' was removed." })
    show(routerAt('/modeling/raster-assets'))
    await screen.findByRole('grid', { name: 'Raster assets' })
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_1.tif' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const button = await screen.findByRole('button', { name: 'Delete the asset' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await userEvent.click(button)
    await screen.findByText("The raster asset 'nga_elevation_1.tif' was removed.")
    expect(callsOf(deleteAsset)).toEqual([{ params: { id: 1 } }])
  })

  test('an empty catalog says what to do first', async () => {
    answer(listAssets, pageOf([]))
    show(routerAt('/modeling/raster-assets'))
    await screen.findByText('No raster assets yet')
  })

  test('offers to retry after an error', async () => {
    answer(listAssets, () => {
      throw new ApiError(503, 'The service is busy.')
    })
    show(routerAt('/modeling/raster-assets'))
    await screen.findByText('The service is busy.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('an asset', () => {
  test.each([
    ['classes', true, 'The overviews are being rebuilt for classes.'],
    ['quantities', false, 'The band holds quantities.'],
  ])('its owner says in one click that few different values are %s', async (kind, categorical, done) => {
    const message = 'The band holds only 14 different whole numbers: they may be classes, such as land cover.'
    const note = { severity: 'note', code: 'maybe-classes', band: 1, message } as const
    answer(listAssetFindings, { content: [note], totalElements: 1 })
    const [{ id }] = anAsset({ id: 1 }).bands
    answer(changeBand, aBand({ id, categorical, rebuilding: categorical }))
    show(routerAt('/modeling/raster-assets/1'))
    await userEvent.click(await screen.findByRole('button', { name: `Band 1 holds ${kind}` }))
    await screen.findByText(done)
    expect(callsOf(changeBand)).toEqual([{ params: { id }, body: { categorical } }])
  })

  test('its owner accepts a warning with a reason, and withdraws that', async () => {
    const warning = {
      severity: 'warning',
      code: 'constant',
      band: 1,
      message: 'Every cell holds 4.',
      help: 'Check it.',
    } as const
    const note = { severity: 'note', code: 'classes', band: 1, message: 'The band has a palette.' } as const
    answer(listAssetFindings, { content: [note, warning], totalElements: 2 })
    show(routerAt('/modeling/raster-assets/1'))
    const list = within(await screen.findByRole('list', { name: 'Findings' }))
    expect(list.getAllByRole('listitem')[1].textContent).toContain('The band has a palette.')
    expect(list.getByText('Note')).toBeTruthy()
    await userEvent.click(list.getByRole('button', { name: 'Accept: Every cell holds 4.' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept the warning' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Accept the warning' }))
    expect(dialog.getByText('Say why the warning does not matter.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'It is a mask.')
    answer(acceptAssetFinding, { msg: 'The warning was accepted.' })
    const accepted = { reason: 'It is a mask.', by: 'Ada Lovelace', at: '2026-11-20T10:00:00.000Z' }
    answer(listAssetFindings, { content: [note, { ...warning, accepted }], totalElements: 2 })
    await userEvent.click(dialog.getByRole('button', { name: 'Accept the warning' }))
    expect(await screen.findByText(/by Ada Lovelace.*It is a mask\./)).toBeTruthy()
    expect(callsOf(acceptAssetFinding)).toEqual([
      { params: { id: 1 }, body: { code: 'constant', band: 1, reason: 'It is a mask.' } },
    ])
    answer(withdrawAssetFinding, { msg: 'The acceptance was withdrawn.' })
    answer(listAssetFindings, { content: [note, warning], totalElements: 2 })
    await userEvent.click(
      screen.getByRole('button', { name: 'Withdraw the acceptance: Every cell holds 4.' }),
    )
    expect(await screen.findByRole('button', { name: 'Accept: Every cell holds 4.' })).toBeTruthy()
    expect(callsOf(withdrawAssetFinding)).toEqual([
      { params: { id: 1 }, body: { code: 'constant', band: 1 } },
    ])
  })

  test('shows metadata, findings with how to fix them, uses, and its band on the map', async () => {
    answer(listAssetFindings, {
      content: [{ severity: 'warning', band: 1, message: 'Every cell holds 4.', help: 'Check it.' }],
      totalElements: 1,
    })
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    expect(screen.getByText('EPSG:4326 (WGS 84)')).toBeTruthy()
    expect(screen.getByText('0.009028 × 0.008333°')).toBeTruthy()
    const layout = 'tiles of 512 × 512, 2 overviews, DEFLATE, Cloud-Optimized'
    expect(await screen.findByText(`BigTIFF, ${layout}`)).toBeTruthy()
    expect(screen.getByText(`TIFF, ${layout}`)).toBeTruthy()
    const findings = within(await screen.findByRole('list', { name: 'Findings' }))
    expect(findings.getByText('Check it.')).toBeTruthy()
    await screen.findByText('Nothing uses this raster. It can be deleted.')
    await waitFor(() => expect(drawn.maps).toHaveLength(1))
    expect(drawn.maps[0].options).toMatchObject({ extent: [2, 4, 15, 14], label: 'Map of elevation_11' })
    expect(screen.getByText('Hatched: no value')).toBeTruthy()
    expect(drawn.maps[0].tiles.at(-1)).toMatch(
      /\/raster\/v1\/bands\/11\/tiles\/\{z\}\/\{x\}\/\{y\}\?ramp=viridis&min=-2&max=2096$/,
    )
  })

  test('that is being inspected is refetched until it is ready', async () => {
    answer(getAsset, anAsset({ id: 1, status: 'inspecting', fraction: 0.416, bands: [] }))
    show(routerAt('/modeling/raster-assets/1'))
    await screen.findByText('Inspecting 42%')
    expect(screen.queryByRole('heading', { name: 'Findings' })).toBeNull()
    answer(getAsset, anAsset({ id: 1 }))
    await screen.findByText('Ready')
    expect(screen.getByText('Extent')).toBeTruthy()
  })

  test('that is not ready shows its status instead of a grid, and cannot be processed', async () => {
    const findings = [{ severity: 'error', band: null, message: 'No cell has a value.' }] as const
    answer(
      getAsset,
      anAsset({ id: 1, status: 'rejected', width: null, height: null, bounds: null, bands: [] }),
    )
    answer(listAssetFindings, { content: [...findings], totalElements: 1 })
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    expect(screen.getByText('Rejected')).toBeTruthy()
    expect(screen.getByText(/its findings say why/)).toBeTruthy()
    await screen.findByText('No cell has a value.')
    expect(screen.queryByText('Extent')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Process' })).toBeNull()
  })

  test.each(['999', 'x'])('does not exist at %s', async (id) => {
    answer(getAsset, () => {
      throw new ApiError(404, 'There is no raster asset 999.')
    })
    show(routerAt(`/modeling/raster-assets/${id}`))
    await title('This raster asset does not exist')
  })
})

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
    asks(['viewer'])
    await open()
    await screen.findByText('Viewers cannot upload rasters')
    expect(screen.queryByLabelText(/Choose rasters/)).toBeNull()
  })
})

describe('Band Catalog', () => {
  test('applies the address as query and reports what it ignores', async () => {
    show(routerAt('/raster/band-catalog?year=2020&global=false&sort_by=histogram'))
    const table = within(await screen.findByRole('grid', { name: 'Bands' }))
    expect(callsOf(listBands).at(-1)?.query).toMatchObject({ year: [2020], global: false, sort_by: 'name' })
    expect(table.getByRole('row', { name: /elevation_11/ }).textContent).toContain('−2 to 2\u202f096')
  })

  test('shows a band’s map, statistics and uses, with ramp and range in the address', async () => {
    const router = routerAt('/raster/band-catalog/11')
    show(router)
    await title('elevation_11')
    expect(screen.getByText('Nigeria covariates')).toBeTruthy()
    expect(screen.getByText('Standard deviation')).toBeTruthy()
    await waitFor(() => expect(drawn.maps).toHaveLength(1))
    await userEvent.selectOptions(screen.getByLabelText('Colour ramp'), 'magma')
    answer(getRasterPercentiles, { p2: 3, p5: 10, p95: 800, p98: 900, cells: 900, exact: false })
    await userEvent.selectOptions(screen.getByLabelText('Values of the colours'), 'p2_98')
    await waitFor(() => expect(router.state.location.search).toEqual({ ramp: 'magma', range: 'p2_98' }))
    await waitFor(() => expect(drawn.maps[0].tiles.at(-1)).toMatch(/\?ramp=magma&min=3&max=900$/))
    expect(callsOf(getRasterPercentiles)).toEqual([{ query: { raster: 'band-11' } }])
    await screen.findByText('Percentiles estimated from an overview.')
  })

  test('the range of its colours is brushed in the histogram, with pointer and keyboard', async () => {
    const router = routerAt('/raster/band-catalog/11')
    show(router)
    await title('elevation_11')
    // Values run from −2 to 2,096; a step of the slider is 10.49.
    const upper = screen.getByRole('slider', { name: 'Upper end of the colour range' })
    fireEvent.change(upper, { target: { value: '100' } })
    expect(upper.getAttribute('aria-valuetext')).toBe('1\u202f047')
    expect(router.state.location.search).toEqual({})
    fireEvent.keyUp(upper, { key: 'ArrowLeft' })
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '-2_1047' }))
    await screen.findByText(/^Colours: −2 to 1\s047$/)
    // The lower end stays below the upper one.
    const lower = screen.getByRole('slider', { name: 'Lower end of the colour range' })
    fireEvent.change(lower, { target: { value: '150' } })
    fireEvent.pointerUp(lower)
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '1036.51_1047' }))
    const brush = screen.getByTestId('brush')
    brush.getBoundingClientRect = () => ({ left: 0, width: 200 }) as DOMRect
    fireEvent.pointerDown(brush, { clientX: 120 })
    fireEvent.pointerMove(brush, { clientX: 20 })
    fireEvent.pointerUp(brush, { clientX: 20 })
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '207.8_1256.8' }))
    await waitFor(() => expect(drawn.lastTiles()).toMatch(/&min=207.8&max=1256.8$/))
    // A click chooses nothing.
    fireEvent.pointerDown(brush, { clientX: 50 })
    fireEvent.pointerUp(brush, { clientX: 50 })
    expect(router.state.location.search).toEqual({ range: '207.8_1256.8' })
  })

  test('moving one end of its colours keeps the other, which need not be on a step', async () => {
    answer(getRasterPercentiles, { p2: 3, p5: 10, p95: 800, p98: 900, cells: 900, exact: true })
    const router = routerAt('/raster/band-catalog/11?range=p2_98')
    show(router)
    await title('elevation_11')
    await waitFor(() => expect(drawn.lastTiles()).toMatch(/&min=3&max=900$/))
    const lower = screen.getByRole('slider', { name: 'Lower end of the colour range' })
    fireEvent.change(lower, { target: { value: '10' } })
    fireEvent.pointerUp(lower)
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '102.9_900' }))
  })

  test('an end with many digits is rounded, not lost', async () => {
    const router = routerAt('/raster/band-catalog/11')
    show(router)
    await title('elevation_11')
    await userEvent.click(screen.getByRole('button', { name: 'Colours' }))
    const to = await screen.findByLabelText('to')
    fireEvent.change(to, { target: { value: '1000.123456789012' } })
    fireEvent.blur(to)
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '-2_1000.12' }))
  })

  test('both ends of its colours are typed one after the other', async () => {
    const router = routerAt('/raster/band-catalog/11')
    show(router)
    await title('elevation_11')
    await userEvent.click(screen.getByRole('button', { name: 'Colours' }))
    const from = await screen.findByLabelText('from')
    await userEvent.clear(from)
    await userEvent.type(from, '30')
    await userEvent.tab()
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '30_2096' }))
    const to = screen.getByLabelText('to')
    expect(document.activeElement).toBe(to)
    await userEvent.clear(to)
    await userEvent.type(to, '20{Enter}')
    await screen.findByText('‘to’ must be above 30')
    await userEvent.clear(to)
    await userEvent.keyboard('{Enter}')
    await screen.findByText('‘to’ must be a number')
    await userEvent.type(to, '60{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '30_60' }))
  })

  test('a scaled band says how its values are made, beside its figures and in the legend', async () => {
    const scaling = { scale: 0.02, offset: -273.15 }
    answer(getBand, aBand({ id: 11, statistics: { min: 6, max: 26, mean: 16, sd: 5, valid: 1000, scaling } }))
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await screen.findByText('Quantities: stored × 0.02 − 273.15')
    await screen.findByText('Values are stored × 0.02 − 273.15.')
  })

  test('a very skewed quantity opens with its middle 96 %, which the legend says; all values can be chosen', async () => {
    answer(getBand, aBand({ id: 11, statistics: { min: 0, max: 90_000, mean: 40, sd: 900, valid: 1000 } }))
    answer(getRasterPercentiles, { p2: 0, p5: 1, p95: 300, p98: 800, cells: 900, exact: true })
    const router = routerAt('/raster/band-catalog/11')
    show(router)
    await title('elevation_11')
    const values = screen.getByLabelText<HTMLSelectElement>('Values of the colours')
    expect(values.value).toBe('p2_98')
    await waitFor(() => expect(drawn.lastTiles()).toMatch(/&min=0&max=800$/))
    await screen.findByText('Colours: 0 to 800, middle 96 % (2–98)')
    expect(screen.getByTestId('narrow-ramp').style.background).toContain('linear-gradient')
    expect(router.state.location.search).toEqual({})
    await userEvent.selectOptions(values, 'all')
    await waitFor(() => expect(router.state.location.search).toEqual({ range: 'all' }))
    await waitFor(() => expect(drawn.lastTiles()).toMatch(/&min=0&max=90000$/))
    expect(screen.queryByText(/^Colours: /)).toBeNull()
    await userEvent.selectOptions(values, 'p2_98')
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  test('percentiles that cannot be computed are reported only while they are chosen', async () => {
    fail(getRasterPercentiles, new ApiError(422, 'No cell has a value.'))
    show(routerAt('/raster/band-catalog/11?range=p2_98'))
    await title('elevation_11')
    await screen.findByText(/^The percentiles could not be computed/)
    await userEvent.selectOptions(screen.getByLabelText('Values of the colours'), 'all')
    await waitFor(() => expect(screen.queryByText(/^The percentiles could not be computed/)).toBeNull())
  })

  test.each([
    'range=all',
    'range=5_5',
    'range=p1_99',
    'range=8_x',
    'opacity=5',
    'outlines=adm7',
    'line=91_8_1_2',
    'line=1',
    'profile_with=1&profile_with=2&profile_with=3&profile_with=4',
    'compare=band-0',
    'compare=job-42-log&mode=swipe',
    // Itself.
    'compare=band-11&mode=difference',
  ])('an address with %s shows the usual', async (query) => {
    show(routerAt(`/raster/band-catalog/11?${query}`))
    await title('elevation_11')
    await waitFor(() => expect(drawn.lastTiles()).toMatch(/\?ramp=viridis&min=-2&max=2096$/))
    expect(drawn.maps[0].looks.at(-1)?.opacity).toBe(1)
    expect(screen.queryByRole('region', { name: 'Profile' })).toBeNull()
  })

  test('the outlines of its country and the opacity are in the address', async () => {
    answer(
      listPlaceGroupVersions,
      pageOf(
        ['adm1', 'adm2'].map((place_type, i) =>
          aVersion({ id: 7 + i, iso3_code: 'NGA', country: 'Nigeria', place_type, is_default: true }),
        ),
      ),
    )
    const router = routerAt('/raster/band-catalog/11?opacity=40')
    show(router)
    await title('elevation_11')
    await userEvent.selectOptions(await screen.findByLabelText('Outlines'), 'adm1')
    await waitFor(() => expect(router.state.location.search).toEqual({ opacity: 40, outlines: 'adm1' }))
    await waitFor(() =>
      expect(drawn.maps.at(-1)?.options.outlines).toEqual([
        { placeType: 'adm1', url: expect.stringMatching(/place_group\/versions\/7\/places$/) },
      ]),
    )
    expect(drawn.maps.at(-1)?.looks.at(-1)?.opacity).toBe(0.4)
  })

  test('values along a line are drawn, typed, compared with other bands and saved', async () => {
    answer(
      getAsset,
      anAsset({ id: 1, bands: [11, 12].map((id) => ({ id, name: `b${id}`, band_index: id })) }),
    )
    answer(getRasterProfile, ({ query }: { query: { raster: string[] } }) => ({
      length_km: 12.5,
      points: [0, 12.5].map((km) => ({ distance_km: km, longitude: 8 + km / 100, latitude: 9 })),
      rasters: query.raster.map((raster, i) => ({ raster, values: [i + 1, null] })),
    }))
    const router = routerAt('/raster/band-catalog/11')
    show(router)
    await title('elevation_11')
    await waitFor(() => expect(drawn.maps).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Profile' }))
    const panel = within(await screen.findByRole('region', { name: 'Profile' }))
    act(() => drawn.maps[0].options.onPin({ longitude: 8, latitude: 9 }, []))
    await waitFor(() => expect(router.state.location.search).toEqual({ line: '9_8' }))
    expect(callsOf(getRasterProfile)).toEqual([])
    act(() => drawn.maps[0].options.onPin({ longitude: 8.125, latitude: 9 }, []))
    await waitFor(() => expect(router.state.location.search).toEqual({ line: '9_8_9_8.125' }))
    await panel.findByText('12.5 km')
    expect(callsOf(getRasterProfile)).toEqual([
      { query: { raster: ['band-11'], line: '8,9;8.125,9', points: 200 } },
    ])
    expect(drawn.maps[0].lines.at(-1)).toHaveLength(2)
    // Escape ends drawing: the next click pins.
    act(() => drawn.maps[0].options.onPin(null, []))
    act(() => drawn.maps[0].options.onPin({ longitude: 8, latitude: 9 }, []))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ pin: '9_8' }))

    answer(getBand, ({ params }: { params: { id: number } }) =>
      aBand({ id: params.id, unit: params.id === 12 ? 'mm' : 'm' }),
    )
    await userEvent.click(panel.getByRole('checkbox', { name: 'b12' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ profile_with: 12 }))
    await waitFor(() => expect(panel.getAllByRole('figure')).toHaveLength(2))
    await userEvent.click(panel.getByRole('button', { name: 'Download CSV' }))
    expect((await downloads.at(-1)!.text()).replace('\ufeff', '').split('\r\n')).toEqual([
      'distance_km,latitude,longitude,elevation_11 (m),elevation_12 (mm)',
      '0,9,8,1,2',
      '12.5,9,8.125,,',
      '',
    ])

    const field = panel.getByLabelText('Line')
    await userEvent.clear(field)
    await userEvent.type(field, '9, 8; 95, 8{Enter}')
    expect(panel.getByRole('alert').textContent).toContain("'95, 8' is not a place.")
    await userEvent.clear(field)
    await userEvent.type(field, '9.5, 8.25; 10 7;{Enter}')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ line: '9.5_8.25_10_7' }))
    await userEvent.click(screen.getByRole('button', { name: 'Close the profile' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ pin: '9_8' }))
  })

  test('draws a band in any system that can be projected, and names a system without a code', async () => {
    const albers = { crs: null, crs_name: 'Africa Albers', bounds: [0, 0, 9e5, 9e5] } as const
    answer(getBand, aBand({ id: 11, ...albers, bounds: [...albers.bounds] }))
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await waitFor(() => expect(drawn.maps).toHaveLength(1))
    expect(screen.getByText('Africa Albers (no EPSG code)')).toBeTruthy()
    cleanup()
    answer(getBand, aBand({ id: 11, ...albers, bounds: [...albers.bounds], bounds_degrees: null }))
    show(routerAt('/raster/band-catalog/11'))
    await screen.findByText(
      'It is in Africa Albers (no EPSG code), which cannot be projected here. Warp it to EPSG:4326 (gdalwarp -t_srs EPSG:4326) and upload it again.',
    )
    expect(drawn.maps).toHaveLength(0)
  })

  test('of classes has a legend of them, and no ramp to choose', async () => {
    answer(getBand, aBand({ id: 11, categorical: true }))
    answer(getBandHistogram, {
      ...aBand({ id: 11 }).statistics,
      edges: [10, 20],
      counts: [750, 250],
      classes: [
        { value: 10, colour: '#72f56e', cells: 750 },
        { value: 20, colour: '#e4ebdc', cells: 250 },
      ],
    })
    show(routerAt('/raster/band-catalog/11'))
    const legend = await screen.findByRole('list', { name: 'Classes' })
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['1075.00 %', '2025.00 %'])
    expect(screen.queryByRole('group', { name: 'Range of the colours' })).toBeNull()
    expect(screen.queryByLabelText('Colours')).toBeNull()
    expect(screen.queryByText('Standard deviation')).toBeNull()
    await waitFor(() => expect(drawn.maps).toHaveLength(1))
    expect(drawn.maps[0].tiles.at(-1)).toMatch(/\/bands\/11\/tiles\/\{z\}\/\{x\}\/\{y\}$/)
  })

  test('opens in other programs: by a signed link, and by addresses that need a token', async () => {
    const url = 'https://api.example.org/api/v1/files/signed/abc.def/height.cog.tif'
    answer(linkAsset, { url, expires_at: '2026-01-01T10:00:00Z' })
    const base = 'https://api.example.org/api/v1'
    const tiles = `${base}/raster/v1/bands/11/tiles/{z}/{x}/{y}?ramp=viridis&min=0&max=1`
    answer(getBand, aBand({ id: 11, band_index: 3, cloud_optimized: true }))
    answer(getBandTileJson, {
      tilejson: '3.0.0',
      name: 'elevation_11',
      description: '',
      attribution: '',
      scheme: 'xyz',
      tiles: [tiles],
      minzoom: 0,
      maxzoom: 8,
      bounds: [0, 0, 1, 1],
      center: [0.5, 0.5, 4],
      legend: '',
      scale: { ramp: 'viridis', unit: 'm', stops: [] },
    })
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    expect(callsOf(linkAsset)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Use in other programs' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByLabelText('Link')).textContent).toBe(url)
    expect(callsOf(linkAsset).map(({ params }) => params)).toEqual([expect.objectContaining({ part: 'cog' })])
    await userEvent.click(dialog.getByRole('tab', { name: 'Python' }))
    expect(dialog.getByLabelText('Snippet for Python').textContent).toContain('src.read(3, masked=True)')
    await userEvent.click(dialog.getByRole('tab', { name: 'R' }))
    expect(dialog.getByLabelText('Snippet for R').textContent).toContain('", lyrs = 3)')
    expect((await dialog.findByLabelText('XYZ tiles')).textContent).toBe(tiles)
    expect(dialog.getByLabelText('TileJSON').textContent).toBe(`${base}/raster/v1/bands/11/tilejson`)
    expect(dialog.getByLabelText('WMTS').textContent).toBe(`${base}/wmts/1.0.0/WMTSCapabilities.xml`)
    expect(dialog.getByLabelText('STAC item').textContent).toBe(
      `${base}/stac/collections/bands/items/band-11`,
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Copy the address of WMTS' }))
  })

  test('without a link or tiles, the dialog says why', async () => {
    answer(linkAsset, () => {
      throw new ApiError(503, 'Try again shortly.')
    })
    answer(getBandTileJson, () => {
      throw new ApiError(409, 'It has no tiles.')
    })
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await userEvent.click(screen.getByRole('button', { name: 'Use in other programs' }))
    expect(await screen.findByText('Try again shortly.')).toBeTruthy()
    expect(await screen.findByText('It has no tiles.')).toBeTruthy()
  })

  test('its owner can edit its description; a rejection is shown at its field', async () => {
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.clear(dialog.getByLabelText('Name'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true'))
    expect(callsOf(changeBand)).toEqual([])
    await userEvent.type(dialog.getByLabelText('Name'), 'height')
    await userEvent.clear(dialog.getByLabelText('Year'))
    const message = 'The raster does not touch Nigeria.'
    answer(changeBand, () => {
      throw new ApiError(422, message, [{ field: 'iso3_code', message }])
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByLabelText('Country').getAttribute('aria-invalid')).toBe('true'))
    answer(changeBand, aBand({ id: 11, name: 'height' }))
    await userEvent.selectOptions(dialog.getByLabelText('Country'), '')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved')
    expect(callsOf(changeBand).at(-1)).toEqual({
      params: { id: 11 },
      body: { name: 'height', year: null, iso3_code: null },
    })
  })

  test('its owner says that its values are classes; meanwhile it is drawn as before', async () => {
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.selectOptions(dialog.getByLabelText('Values'), 'classes')
    const changed = aBand({ id: 11, name: 'elevation_11', categorical: true, rebuilding: true })
    answer(changeBand, changed)
    answer(getBand, changed)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^Its values are classes from now on/)).toBeTruthy()
    expect(callsOf(changeBand)).toEqual([{ params: { id: 11 }, body: { categorical: true } }])
    expect(screen.getByText('Quantities')).toBeTruthy()
    answer(getBand, { ...changed, rebuilding: false })
    await screen.findByText('Classes with their own colours')
    expect(screen.queryByText(/from now on/)).toBeNull()
  })

  test.each([
    [['staff'], 9],
    [['viewer'], 1],
  ])('%s cannot edit a band of account %s', async (roles, owner) => {
    asks(roles)
    answer(getAsset, anAsset({ id: 1, created_by: owner }))
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await waitFor(() => expect(callsOf(getAsset)).toHaveLength(1))
    await act(() => Promise.resolve())
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })
})

describe('Bulk Upload Raster Bands', () => {
  const finding = {
    severity: 'error',
    row: 3,
    column: 'name',
    message: 'The name is empty.',
    help: 'Give it one.',
  }
  const validated = {
    catalogued: false,
    rows: 2,
    good_rows: 1,
    sheet: {
      columns: ['file', 'name'],
      rows: [
        { row: 2, cells: ['a.tif', 'height'] },
        { row: 3, cells: ['b.tif', ''] },
      ],
    },
    findings: [finding],
    bands: [],
  }
  const open = async () => {
    const router = routerAt('/raster/band-catalog/bulk')
    show(router)
    await title('Bulk Upload Raster Bands')
    await choose(/Choose a sheet/, new File(['file,name'], 'bands.csv', { type: 'text/csv' }))
    await choose(/Choose the rasters/, tif('a.tif'), tif('b.tif'))
    return router
  }
  const fields = () => {
    const { dry_run, partial } = Object.fromEntries(FakeUpload.all.at(-1)!.body!.entries())
    return [dry_run, partial]
  }
  const pieces = async (count: number) => {
    await waitFor(() => expect(FakeTus.all).toHaveLength(count))
    return FakeTus.all.slice(-2)
  }
  /** Both rasters arrive, the last of `count` uploads in all; then the call is made. */
  const arrive = async (count = 2) => {
    for (const { options } of await pieces(count)) act(() => options.onSuccess())
  }

  test('checks the rows, shows findings at their cells, then uploads only the valid ones', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Check only' }))
    await arrive()
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(fields()).toEqual(['true', 'false'])
    const { body } = FakeUpload.all[0]
    expect([body!.getAll('rasters'), body!.getAll('uploads')]).toEqual([
      [],
      [`${uploadIdOf(0)}:${HASH}`, `${uploadIdOf(1)}:${HASH}`],
    ])
    act(() => FakeUpload.all[0].answer(200, validated))
    await screen.findByText('1 error in 2 rows')
    const grid = within(screen.getByRole('table', { name: 'Sheet' }))
    const cell = grid.getByRole('cell', { name: /The name is empty/ })
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Download with findings' }))
    expect(downloads.map(({ name }) => name)).toEqual(['bands-findings.csv'])
    expect(await downloads[0]?.text()).toBe(
      'file,name,findings\r\na.tif,height,\r\nb.tif,,name: The name is empty. Give it one.\r\n',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Upload the 1 band without errors' }))
    await arrive(4)
    expect(FakeTus.all.map(({ options }) => options.uploadUrl)).toEqual([
      null,
      null,
      ...[0, 1].map((place) => `/api/v1/uploads/${uploadIdOf(place)}`),
    ])
    await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
    expect(fields()).toEqual(['false', 'true'])
    act(() =>
      FakeUpload.all[1].answer(200, {
        ...validated,
        catalogued: true,
        bands: [{ row: 2, id: 31, name: 'height' }],
      }),
    )
    await screen.findByText('1 band catalogued')
    expect(screen.getByText('1 row left out. Fix it in a separate sheet.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'height' }).getAttribute('href')).toBe('/raster/band-catalog/31')
  })

  test('uploads all rows or none by default; the template lists the chosen rasters', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Template' }))
    expect(await downloads[0]?.text()).toBe(
      'file,band,name,description,unit,year,source,iso3_code,categorical\r\na.tif,1,a,,,,,,\r\nb.tif,1,b,,,,,,\r\n',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Upload bands' }))
    await arrive()
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(fields()).toEqual(['false', 'false'])
    act(() => FakeUpload.all[0].answer(422, { detail: 'The sheet has no bands.' }))
    await screen.findByText('The sheet has no bands.')
  })

  const list = () => within(screen.getByRole('list', { name: 'Rasters' }))
  const raster = (name: string) => within(list().getByRole('listitem', { name }))
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

  test('sends the rasters in pieces, pauses them, and continues where they stopped', async () => {
    await open()
    await press('Upload bands')
    const [a, b] = await pieces(2)
    act(() => a.options.onSuccess())
    act(() => b.options.onProgress(2, 4))
    await raster('a.tif').findByText('Uploaded')
    await raster('b.tif').findByText('50 % uploaded')
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('75')
    await press('Pause')
    expect(b.aborted).toBe(true)
    await screen.findByText('Paused at 75 %')
    await press('Continue')
    const again = await pieces(4)
    expect(again.map(({ options }) => options.uploadUrl)).toEqual(
      [0, 1].map((place) => `/api/v1/uploads/${uploadIdOf(place)}`),
    )
    await arrive(4)
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(fields()).toEqual(['false', 'false'])
  })

  test('pauses one raster while the other is sent, and continues it', async () => {
    await open()
    await press('Upload bands')
    const [a, b] = await pieces(2)
    act(() => b.options.onProgress(2, 4))
    await press('Pause b.tif')
    await raster('b.tif').findByText('Paused, 50 % uploaded')
    expect([a.aborted, b.aborted]).toEqual([false, true])
    act(() => a.options.onProgress(2, 4))
    await press('Continue b.tif')
    const [, again] = await pieces(3)
    expect(again.options.uploadUrl).toBe(`/api/v1/uploads/${uploadIdOf(1)}`)
    await press('Pause b.tif')
    act(() => a.options.onSuccess())
    await screen.findByText('Paused at 75 %')
    expect(FakeUpload.all).toEqual([])
    await press('Continue b.tif')
    await arrive(5)
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(fields()).toEqual(['false', 'false'])
  })

  test('stops when a raster cannot be sent, says which, and keeps what has arrived', async () => {
    await open()
    await press('Upload bands')
    const [a, b] = await pieces(2)
    const originalResponse = { getStatus: () => 507, getBody: () => '{"detail":"The disk is full."}' }
    act(() => a.options.onError(Object.assign(new Error('tus'), { originalResponse })))
    await screen.findByText('‘a.tif’ was not uploaded: The disk is full.')
    expect(raster('a.tif').getByText('Not uploaded')).toBeTruthy()
    expect(screen.getByText(/retry to continue/)).toBeTruthy()
    expect([b.aborted, FakeUpload.all]).toEqual([true, []])
    await press('Upload bands')
    await pieces(4)
    expect(screen.queryByText(/was not uploaded/)).toBeNull()
    await arrive(4)
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
  })

  const noTiff = (name: string) => {
    const detail = `Unsupported file type: '${name}' is not a GeoTIFF. Export the raster as a GeoTIFF and send that.`
    const body = JSON.stringify({ detail, errors: [{ field: 'file', message: detail }] })
    return {
      detail,
      error: Object.assign(new Error('tus'), {
        originalResponse: { getStatus: () => 422, getBody: () => body },
      }),
    }
  }

  test('discards a raster that is no GeoTIFF, says so at its row, and sends the sheet with the others', async () => {
    await open()
    await press('Check only')
    const [a, b] = await pieces(2)
    const { detail, error } = noTiff('a.tif')
    act(() => a.options.onProgress(4, 4))
    act(() => a.options.onError(error))
    await raster('a.tif').findByText(detail)
    expect(raster('a.tif').getByText('Not uploaded')).toBeTruthy()
    expect(raster('a.tif').queryByText('Uploaded')).toBeNull()
    expect(callsOf(deleteUpload)).toEqual([{ params: { id: uploadIdOf(0) } }])
    expect(b.aborted).toBe(false)
    act(() => b.options.onSuccess())
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(screen.getByText('Checking the sheet and the rasters')).toBeTruthy()
    expect(FakeUpload.all[0].body!.getAll('uploads')).toEqual([`${uploadIdOf(1)}:${HASH}`])
    act(() => FakeUpload.all[0].answer(200, validated))
    await screen.findByText('1 error in 2 rows')
    expect(screen.getAllByText(detail)).toHaveLength(1)
    // It is not sent again.
    await press('Check only')
    const [, again] = await pieces(3)
    expect(again.file.name).toBe('b.tif')
    expect(raster('a.tif').getByText(detail)).toBeTruthy()
  })

  test('does not send a sheet without any raster, and offers no retry for an answer that stays the same', async () => {
    await open()
    await press('Upload bands')
    for (const { options, file } of await pieces(2)) act(() => options.onError(noTiff(file.name).error))
    await screen.findByText('None of the rasters can be used. Choose others.')
    expect(FakeUpload.all).toEqual([])
    expect(screen.getByRole('button', { name: 'Upload bands' })).toHaveProperty('disabled', true)
    await choose(/Add rasters/, tif('c.tif'))
    await press('Upload bands')
    const [, c] = await pieces(3)
    act(() => c.options.onSuccess())
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    const detail = 'The sheet has no bands; add one row for each band below the header.'
    act(() => FakeUpload.all[0].answer(422, { detail, errors: [{ field: 'sheet', message: detail }] }))
    await screen.findByText(detail)
    expect(screen.queryByText(/retry to continue/)).toBeNull()
  })

  test('discards what arrived of a raster that is removed', async () => {
    await open()
    await press('Upload bands')
    await pieces(2)
    await press('Pause')
    await press('Remove b.tif')
    await waitFor(() => expect(callsOf(deleteUpload)).toEqual([{ params: { id: uploadIdOf(1) } }]))
    expect(list().queryByRole('listitem', { name: 'b.tif' })).toBeNull()
  })

  test('continues uploads of an earlier visit: one without its file, one with it', async () => {
    const held = {
      id: uploadIdOf(8),
      name: 'c.tif',
      size: 4,
      offset: 4,
      complete: true,
      created_at: '2026-11-20T10:00:00Z',
      expires_at: '2026-11-27T10:00:00Z',
    }
    const half = { ...held, id: uploadIdOf(9), name: 'd.tif', offset: 2, complete: false }
    answer(listUploads, pageOf([held, half]))
    show(routerAt('/raster/band-catalog/bulk'))
    await title('Bulk Upload Raster Bands')
    await choose(/Choose a sheet/, new File(['file,name'], 'bands.csv', { type: 'text/csv' }))
    await press('Continue c.tif')
    await raster('c.tif').findByText('Uploaded')
    await choose(/The file d.tif/, tif('e.tif'))
    await screen.findByText(/‘e.tif’ \(.*\) is a different file from ‘d.tif’/)
    await choose(/The file d.tif/, tif('d.tif'))
    await raster('d.tif').findByText('50 % uploaded')
    expect(screen.queryByRole('region', { name: 'Unfinished uploads' })).toBeNull()
    await press('Upload bands')
    const [only] = await pieces(1)
    expect(only.options.uploadUrl).toBe(`/api/v1/uploads/${half.id}`)
    act(() => only.options.onSuccess())
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(FakeUpload.all[0].body!.getAll('uploads')).toEqual([held.id, `${half.id}:${HASH}`])
    act(() => FakeUpload.all[0].answer(202, received))
    await waitFor(() => expect(list().queryByRole('listitem', { name: 'c.tif' })).toBeNull())
  })

  const received = {
    id: 7,
    status: 'received' as const,
    fraction: null,
    result: null,
    error: null,
    created_by: 1,
    created_at: '2026-01-01T00:00:00.000Z',
  }
  const result = { ...validated, findings: [], catalogued: true, bands: [{ row: 2, id: 31, name: 'height' }] }

  test('follows the upload that a worker continues, and keeps it in the address', async () => {
    let upload: object = { ...received, status: 'inspecting', fraction: 0.42 }
    answer(getBandUpload, () => upload as never)
    const router = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Upload bands' }))
    await arrive()
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(FakeUpload.all[0].headers).toMatchObject({ prefer: 'respond-async' })
    act(() => FakeUpload.all[0].answer(202, received))
    await screen.findByText('Inspecting the rasters: 42 %')
    expect(screen.getByRole('progressbar', { name: 'Inspection' }).getAttribute('aria-valuenow')).toBe('42')
    expect(router.state.location.search).toEqual({ upload: 7 })
    upload = { ...received, status: 'ready', result }
    await screen.findByText('1 band catalogued')
  })

  test('a check shows its progress and can be cancelled', async () => {
    answer(getBandUpload, { ...received, status: 'inspecting', fraction: 0.42 })
    answer(deleteBandUpload, { msg: '' })
    const router = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Check only' }))
    await arrive()
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(FakeUpload.all[0].headers).toMatchObject({ prefer: 'respond-async' })
    act(() => FakeUpload.all[0].answer(202, received))
    await screen.findByText('Checking the sheet and the rasters: 42 %')
    expect(router.state.location.search).toEqual({})
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(callsOf(deleteBandUpload)).toHaveLength(1))
  })

  test('a check that the service makes later shows its result', async () => {
    answer(getBandUpload, { ...received, status: 'ready', result: validated as never })
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Check only' }))
    await arrive()
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    act(() => FakeUpload.all[0].answer(202, received))
    await screen.findByText('1 error in 2 rows')
  })

  test('shows the result of an upload by its address, without the files to send again', async () => {
    answer(getBandUpload, { ...received, status: 'rejected', result: validated as never })
    show(routerAt('/raster/band-catalog/bulk?upload=7'))
    await screen.findByText('1 error in 2 rows')
    expect(screen.queryByRole('button', { name: /without errors/ })).toBeNull()
  })

  test('shows why an upload has no result, or that there is no such upload', async () => {
    answer(getBandUpload, ({ params: { id } }: { params: { id: number } }) => {
      if (id === 8) throw new ApiError(404, 'There is no bulk upload 8.')
      return { ...received, status: 'rejected' as const, error: 'A band is already in the catalogue.' }
    })
    const router = routerAt('/raster/band-catalog/bulk?upload=7')
    show(router)
    await screen.findByText('A band is already in the catalogue.')
    await act(() => router.navigate({ to: '/raster/band-catalog/bulk', search: { upload: 8 } }))
    await screen.findByText('There is no bulk upload 8.')
  })

  test('cancels an upload that a worker has not finished', async () => {
    answer(getBandUpload, received)
    answer(deleteBandUpload, { msg: 'The bulk upload 7 was removed.' })
    const router = routerAt('/raster/band-catalog/bulk?upload=7')
    show(router)
    await screen.findByText('Waiting for a worker')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(callsOf(deleteBandUpload)).toEqual([{ params: { id: 7 } }]))
    await waitFor(() => expect(screen.queryByText('Waiting for a worker')).toBeNull())
    expect(router.state.location.search).toEqual({})
  })

  test('shows viewers who can help', async () => {
    asks(['viewer'])
    show(routerAt('/raster/band-catalog/bulk'))
    await screen.findByText('Viewers cannot upload bands')
  })
})

describe('a band compared with another raster', () => {
  const found = {
    cells: 1000,
    only_one: 5,
    differing: 250,
    mean: 1.5,
    sd: 4.25,
    mean_absolute: 3,
    root_mean_square: 4.5,
    min: -20,
    max: 30,
    p05: -6,
    p95: 12.5,
    correlation: 0.97,
    histogram: [1, 2],
    same_grid: false,
    step: 1,
  }
  const low = { ...aBand({ id: 12 }).statistics, min: -10, max: 1000 }
  const PATH = '/raster/band-catalog/11'
  const tiles = () => drawn.maps.map((map) => map.tiles.at(-1)?.replace(/^.*\/v1\//, ''))
  beforeEach(() => {
    answer(getRasterDifference, found)
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      id === 14
        ? aBand({ id, name: 'rain', unit: 'mm', statistics: low })
        : aBand({ id, ...(id === 12 && { statistics: low }) }),
    )
    answer(listBands, ({ query }: { query: { overlaps?: number[] } }) =>
      pageOf((query.overlaps ? [11, 12] : [11, 12, 13]).map((id) => aBand({ id }))),
    )
    answer(listJobs, ({ query }: { query: { id?: number[]; data_description?: string } }) =>
      pageOf(query.data_description || (query.id && !query.id.includes(42)) ? [] : [report]),
    )
    answer(listTargets, pageOf(['safe_water']))
    answer(findRecords, nothingFound)
    answer(getJobReport, report)
  })

  test('opens on its country if that lies on both sides of 180°', async () => {
    const fiji: [number, number, number, number] = [177, -21, -178, -12]
    const globe: [number, number, number, number] = [-179.96, -21, 179.96, -12]
    answer(listCountries, pageOf([{ ...nigeria, iso3_code: 'FJI', bounds: fiji }]))
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      aBand({ id, iso3_code: 'FJI', crs: 32760, bounds_degrees: globe }),
    )
    show(routerAt(`${PATH}?compare=band-12`))
    await waitFor(() => expect(drawn.maps.map(({ options }) => options.bounds)).toEqual([fiji, fiji]))
    expect(drawn.maps.map(({ options }) => options.extent)).toEqual([globe, globe])
  })

  test('hatches each raster in its own extent, also where they do not overlap', async () => {
    const [west, east]: [number, number, number, number][] = [
      [2, 4, 8, 14],
      [9, 4, 15, 14],
    ]
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      aBand({ id, bounds_degrees: id === 11 ? west : east }),
    )
    show(routerAt(`${PATH}?compare=band-12`))
    await waitFor(() => expect(drawn.maps.map(({ options }) => options.extent)).toEqual([west, east]))
    expect(drawn.maps.map(({ options }) => options.bounds)).toEqual([
      [2, 4, 15, 14],
      [2, 4, 15, 14],
    ])
    expect(screen.getByText('Hatched: no value')).toBeTruthy()
  })

  test('is chosen by keyboard among those that overlap; both have one range of colours', async () => {
    const router = routerAt(PATH)
    show(router)
    await title('elevation_11')
    await userEvent.click(screen.getByRole('button', { name: 'Compare with…' }))
    const field = await screen.findByRole('combobox', { name: 'Search bands and job outputs' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    const list = within(screen.getByRole('listbox', { name: 'bands and job outputs' }))
    const options = await list.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'elevation_12m · 2020',
      'Nigeria · safe_water, job 42mean',
    ])
    expect(callsOf(listJobs)[0]?.query).toMatchObject({ status: ['completed'], iso3_code: ['NGA'] })
    await userEvent.type(field, 'elev')
    await waitFor(() =>
      expect(callsOf(listBands).at(-1)?.query).toMatchObject({ name: 'elev', overlaps: [11] }),
    )
    await waitFor(() => expect(list.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ compare: 'band-12' }))
    await screen.findByRole('region', { name: 'Comparison' })
    await waitFor(() =>
      expect(tiles()).toEqual([
        'bands/11/tiles/{z}/{x}/{y}?ramp=viridis&min=-10&max=2096',
        'bands/12/tiles/{z}/{x}/{y}?ramp=viridis&min=-10&max=2096',
      ]),
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Compare with…' }))
    await screen.findByText('m; the same colours in both')
    // Their maps move together.
    const view = { zoom: 6, latitude: 8, longitude: 9 }
    act(() => drawn.maps[0].options.onMove?.(view))
    expect(drawn.maps[1].views.at(-1)).toEqual(view)

    answer(getBandValue, ({ params }: { params: { id: number } }) => ({
      value: params.id === 11 ? 40 : 35.5,
    }))
    act(() => drawn.maps[0].options.onPoint({ latitude: 8, longitude: 9 }, ['Kwara'], []))
    await screen.findByText('35.5 m')
    expect(screen.getByText('−4.5 m')).toBeTruthy()

    await userEvent.click(screen.getByRole('radio', { name: 'Swipe' }))
    const swipe = await screen.findByRole('slider', { name: 'Swipe between A and B' })
    fireEvent.change(swipe, { target: { value: '30' } })
    fireEvent.keyUp(swipe, { key: 'ArrowLeft' })
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ compare: 'band-12', mode: 'swipe', swipe: 30 }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Close the comparison' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    await screen.findByRole('region', { name: 'Map' })
  })

  describe('finds every completed job', () => {
    /** Types after the latest jobs are shown; answers the texts of the options. */
    const type = async (text: string) => {
      const router = routerAt(PATH)
      show(router)
      await title('elevation_11')
      await userEvent.click(screen.getByRole('button', { name: 'Compare with…' }))
      const field = await screen.findByRole('combobox', { name: 'Search bands and job outputs' })
      await screen.findByRole('option', { name: /job 42/ })
      typeAtOnce(field, text)
      return router
    }
    const asked = () =>
      callsOf(listJobs)
        .slice(1)
        .map(({ query }) => query)
    const kenyan = { ...report, id: 7, country: 'Kenya', iso3_code: 'KEN', target: 'stunting' }

    test('by key, with the search of the palette, once typing pauses', async () => {
      answer(findRecords, {
        ...nothingFound,
        jobs: [{ id: 7, name: 'Kenya · stunting', job_key: 'ken-stunting-7', status: 'completed' }],
      })
      answer(listJobs, ({ query }: { query: { id?: number[] } }) => pageOf(query.id ? [kenyan] : [report]))
      answer(listBands, pageOf([]))
      const router = await type('ken-stunting')
      await screen.findByRole('option', { name: /Kenya · stunting, job 7/ })
      expect(callsOf(findRecords)).toEqual([{ query: { words: 'ken-stunting' } }])
      expect(asked()).toContainEqual(
        expect.objectContaining({ id: [7], status: ['completed'], sort_order: 'desc', limit: 50 }),
      )
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(router.state.location.search).toEqual({ compare: 'job-7-mean' }))
    })

    test('by target and words of the description, in its country; a job found twice is shown once', async () => {
      answer(listJobs, pageOf([report]))
      await type('water')
      await waitFor(() => expect(asked()).toHaveLength(2))
      expect(asked()).toEqual([
        expect.objectContaining({ iso3_code: ['NGA'], target: ['safe_water'], status: ['completed'] }),
        expect.objectContaining({ iso3_code: ['NGA'], data_description: 'water', status: ['completed'] }),
      ])
      await screen.findByText(/^Bands whose extent overlaps/)
      expect(screen.getAllByRole('option', { name: /job 42/ })).toHaveLength(1)
    })

    test('says that it searches, that nothing was found, and that there are more', async () => {
      answer(listBands, pageOf([]))
      let settle = () => {}
      answer(findRecords, () => new Promise((resolve) => (settle = () => resolve(nothingFound))))
      answer(listJobs, ({ query }: { query: { data_description?: string } }) =>
        query.data_description ? pageOf([]) : pageOf([report], 1204),
      )
      await type('zinc')
      await screen.findByText('Searching bands and jobs…')
      expect(screen.queryByText('Nothing found')).toBeNull()
      await waitFor(() => expect(callsOf(findRecords)).toHaveLength(1))
      act(() => settle())
      await screen.findByText('Nothing found')
      await userEvent.clear(screen.getByRole('combobox', { name: 'Search bands and job outputs' }))
      await screen.findByText(/Shown: the latest 50 jobs; type more to find the others\.$/)
      await screen.findByRole('option', { name: /job 42/ })
    })

    test('shows why a search failed, keeps the text, and retries', async () => {
      fail(findRecords, new ApiError(503, 'Try again shortly.'))
      await type('water')
      await screen.findByText('Try again shortly.')
      expect(screen.queryByText('Nothing found')).toBeNull()
      const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search bands and job outputs' })
      expect(field.value).toBe('water')
      answer(findRecords, nothingFound)
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await screen.findByRole('option', { name: /job 42/ })
      expect(screen.queryByText('Try again shortly.')).toBeNull()
    })
  })

  test('their difference has a centred ramp and statistics', async () => {
    show(routerAt(`${PATH}?compare=band-12&mode=difference`))
    await screen.findByText('Blue: B is higher; red: A is higher')
    await waitFor(() =>
      expect(tiles()).toEqual(['difference/tiles/{z}/{x}/{y}?one=band-11&other=band-12&limit=12.5']),
    )
    expect(callsOf(getRasterDifference)).toEqual([{ query: { one: 'band-11', other: 'band-12' } }])
    const statistics = screen.getByLabelText('Statistics of the difference').textContent
    for (const one of ['+1.5', '4.25', '−6 to +12.5', '−20 and +30', '0.970', '1\u202f000', '25.00 %'])
      expect(statistics).toContain(one)
    expect(screen.getByText(/^B has another grid/)).toBeTruthy()
  })

  test('if one of them is very skewed, both open with their middle 96 %', async () => {
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      aBand({ id, ...(id === 12 && { statistics: { ...low, sd: 10 } }) }),
    )
    answer(getRasterPercentiles, { p2: 1, p5: 2, p95: 40, p98: 50, cells: 900, exact: true })
    show(routerAt(`${PATH}?compare=band-12`))
    await waitFor(() =>
      expect(tiles()).toEqual(
        [11, 12].map((id) => `bands/${id}/tiles/{z}/{x}/{y}?ramp=viridis&min=1&max=50`),
      ),
    )
    expect(screen.getByLabelText<HTMLSelectElement>('Values of the colours').value).toBe('p2_98')
  })

  test('with another unit, each has its own range, and a chosen one is that of the first', async () => {
    show(routerAt(`${PATH}?compare=band-14&range=5_10`))
    await screen.findByText('The units differ: A is in m, B in mm.')
    await waitFor(() =>
      expect(tiles()).toEqual([
        'bands/11/tiles/{z}/{x}/{y}?ramp=viridis&min=5&max=10',
        'bands/14/tiles/{z}/{x}/{y}?ramp=viridis&min=-10&max=1000',
      ]),
    )
    expect(screen.getByText('B: rain, mm')).toBeTruthy()
  })

  test('the output of a job is one of its surfaces', async () => {
    const router = routerAt(`${PATH}?compare=job-42-mean`)
    show(router)
    await waitFor(() =>
      expect(tiles()[1]).toBe('jobs/42/tiles/mean/{z}/{x}/{y}?ramp=viridis&min=0.08&max=0.82'),
    )
    answer(getBandValue, { value: null })
    answer(getJobValue, valuesOf({ mean: 0.25, lower: 0, upper: 1, width: 1 }))
    act(() => drawn.maps[1].options.onPoint({ latitude: 8, longitude: 9 }, [], []))
    await screen.findByText('0.25 share')
    expect(screen.getByText('No value')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'People' })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Width' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ compare: 'job-42-width' }))
    await waitFor(() =>
      expect(callsOf(getRasterDifference).at(-1)).toEqual({
        query: { one: 'band-11', other: 'job-42-width' },
      }),
    )
  })

  test('rasters that do not overlap say so; another failure can be retried', async () => {
    const apart = 'The two rasters do not overlap, so they have no cell in common.'
    fail(getRasterDifference, new ApiError(422, apart))
    show(routerAt(`${PATH}?compare=band-13&mode=difference`))
    await screen.findByText(apart)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(drawn.maps).toHaveLength(0)
    cleanup()
    fail(getRasterDifference, new ApiError(503, 'Try again shortly.'))
    show(routerAt(`${PATH}?compare=band-12&mode=difference`))
    await screen.findByText('Try again shortly.')
    answer(getRasterDifference, found)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Statistics of the difference')
  })

  test.each([
    ['job-9-mean', 'There is no job 9. It may have been deleted. Choose another raster to compare with.'],
    ['job-42-people', "Job 42 has no output 'people'. Choose another raster to compare with."],
  ])('%s is absent, which is said in place of the maps', async (name, sentence) => {
    show(routerAt(`${PATH}?compare=${name}`))
    await screen.findByText(sentence)
    expect(drawn.maps).toHaveLength(0)
  })

  test('a job that is still running has no maps to compare with', async () => {
    answer(getJobReport, { ...report, status: 'running', bounds: null, surfaces: null })
    show(routerAt(`${PATH}?compare=job-42-mean`))
    await screen.findByText(/^Job 42 has no maps; its status is running\./)
    expect(drawn.maps).toHaveLength(0)
  })
})
