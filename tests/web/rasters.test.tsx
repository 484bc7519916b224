import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listAssets } from '#contract/asset-list.ts'
import {
  acceptAssetFinding,
  deleteAsset,
  getAsset,
  listAssetFindings,
  listAssetUses,
  withdrawAssetFinding,
} from '#contract/assets.ts'
import { listBands } from '#contract/band-list.ts'
import { deleteBandUpload, getBandUpload } from '#contract/band-uploads.ts'
import { changeBand, getBand, getBandHistogram } from '#contract/bands.ts'
import { linkAsset } from '#contract/signed-links.ts'
import { getBandTileJson } from '#contract/tilejson.ts'
import { listCountries } from '#contract/countries.ts'
import { listProcessed, processAsset } from '#contract/processed.ts'
import { ApiError } from '~/api/api-error.ts'
import { type Download, catchDownloads } from './downloads.ts'
import { accept, answer, callsOf, resetApi } from './fake-api.ts'
import { FakeUpload, aBand, anAsset } from './raster-fakes.ts'
import { pageOf } from './submission-fakes.ts'

// Real uploads, through a stand-in of the browser's XMLHttpRequest.
vi.unmock('~/api/upload.ts')
let downloads: Download[]
interface DrawnMap {
  options: {
    onPin: (place: unknown) => void
    onView: (view: unknown) => void
    extent?: boolean
    label: string
  }
  tiles: string[]
}
const drawn = vi.hoisted(() => ({ maps: [] as DrawnMap[] }))
// jsdom has no WebGL.
vi.mock('~/components/map/draw-map.ts', () => ({
  drawMap: (options: DrawnMap['options']) => {
    const map: DrawnMap = { options, tiles: [] }
    drawn.maps.push(map)
    const nothing = () => undefined
    return {
      setTiles: (template: string) => map.tiles.push(template),
      setColours: nothing,
      setPin: nothing,
      setHighlight: nothing,
      setView: nothing,
      destroy: nothing,
    }
  },
}))
const { routerAt, show } = await import('./shell-router.tsx')
// A busy machine is no failure.
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 30_000 })

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
  drawn.maps = []
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
    expect(list.getByLabelText('Note')).toBeTruthy()
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
    const findings = within(await screen.findByRole('list', { name: 'Findings' }))
    expect(findings.getByText('Check it.')).toBeTruthy()
    await screen.findByText('Nothing uses this raster. It can be deleted.')
    await waitFor(() => expect(drawn.maps).toHaveLength(1))
    expect(drawn.maps[0].options).toMatchObject({ extent: true, label: 'Map of elevation_11' })
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
    await screen.findByText('Ready', {}, { timeout: 5000 })
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
    await title(`There is no raster asset ${id}`)
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
      data_type: 'float32',
      compression: 'deflate',
      bands: [{ band: 1, valid: 9, min: 0, max: 1, mean: 0.5, sd: 0.1, histogram: [4, 5] }],
    },
    asset: anAsset({ id: 7 }),
  }

  test('uploads files one after the other and shows progress, findings and outcome for each', async () => {
    await open()
    await choose(/Choose rasters/, tif('a.tif'), tif('b.tif'))
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'NGA')
    await userEvent.type(screen.getByLabelText('Year'), '2020')
    await userEvent.type(screen.getByLabelText('Unit'), 'm')
    await start('2 files')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
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
    await item('a.tif').findByRole('link', { name: 'asset 7' })
    expect(item('a.tif').getByText('Process it.')).toBeTruthy()
    await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
    const error = { severity: 'error', band: 1, message: 'All of it is nodata.', help: 'Check the export.' }
    act(() =>
      FakeUpload.all[1].answer(200, { ...inspected, catalogued: false, asset: null, findings: [error] }),
    )
    await item('b.tif').findByText('Check the export.')
    expect(item('b.tif').getByText(/Not catalogued/)).toBeTruthy()
    await screen.findByText('1 file catalogued')
  })

  test('retries a cancelled and a failed file under their own names', async () => {
    await open()
    await choose(/Choose rasters/, tif('a.tif'), tif('b.tif'))
    await start('2 files')
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.tif' }))
    expect(FakeUpload.all[0].aborted).toBe(true)
    await item('a.tif').findByText(/Cancelled/)
    await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
    act(() =>
      FakeUpload.all[1].answer(409, {
        detail: "A band named 'b' is catalogued already; choose another name.",
      }),
    )
    await item('b.tif').findByText(/choose another name/)
    await userEvent.click(item('b.tif').getByText('Name the bands'))
    await userEvent.type(item('b.tif').getByLabelText('Band names'), 'red, green')
    await userEvent.click(screen.getByRole('button', { name: 'Retry b.tif' }))
    await waitFor(() => expect(FakeUpload.all).toHaveLength(3))
    expect(FakeUpload.all[2].body!.getAll('band_names')).toEqual(['red', 'green'])
    act(() => FakeUpload.all[2].answer(200, inspected))
    await item('b.tif').findByRole('link', { name: 'asset 7' })
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

  test('tells viewers who can help', async () => {
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
    await userEvent.click(screen.getByRole('radio', { name: 'Mean ± 2 sd' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ ramp: 'magma', stretch: 'typical' }))
    await waitFor(() => expect(drawn.maps[0].tiles.at(-1)).toMatch(/\?ramp=magma&min=112.4&max=512.4$/))
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
    expect(drawn.maps).toHaveLength(1)
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
      throw new ApiError(503, 'Please try again shortly.')
    })
    answer(getBandTileJson, () => {
      throw new ApiError(409, 'It has no tiles.')
    })
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await userEvent.click(screen.getByRole('button', { name: 'Use in other programs' }))
    expect(await screen.findByText('Please try again shortly.')).toBeTruthy()
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
      body: {
        name: 'height',
        description: 'Height above the sea',
        unit: 'm',
        source: 'SRTM',
        year: null,
        iso3_code: null,
      },
    })
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

  test('checks the rows, shows findings at their cells, then uploads only the valid ones', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Check only' }))
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(fields()).toEqual(['true', 'false'])
    expect(FakeUpload.all[0].body!.getAll('rasters')).toHaveLength(2)
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
    expect(screen.getByRole('link', { name: 'height' }).getAttribute('href')).toBe('/raster/band-catalog/31')
  })

  test('uploads all rows or none by default; the template lists the chosen rasters', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Template' }))
    expect(await downloads[0]?.text()).toBe(
      'file,band,name,description,unit,year,source,iso3_code\r\na.tif,1,a,,,,,\r\nb.tif,1,b,,,,,\r\n',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Upload bands' }))
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(fields()).toEqual(['false', 'false'])
    act(() => FakeUpload.all[0].answer(422, { detail: 'The sheet has no bands.' }))
    await screen.findByText('The sheet has no bands.')
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
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
    expect(FakeUpload.all[0].headers).toMatchObject({ prefer: 'respond-async' })
    act(() => FakeUpload.all[0].answer(202, received))
    await screen.findByText('Inspecting the rasters: 42 %')
    expect(screen.getByRole('progressbar', { name: 'Inspection' }).getAttribute('aria-valuenow')).toBe('42')
    expect(router.state.location.search).toEqual({ upload: 7 })
    upload = { ...received, status: 'ready', result }
    await screen.findByText('1 band catalogued')
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
      return { ...received, status: 'rejected' as const, error: 'A band is catalogued already.' }
    })
    const router = routerAt('/raster/band-catalog/bulk?upload=7')
    show(router)
    await screen.findByText('A band is catalogued already.')
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

  test('tells viewers who can help', async () => {
    asks(['viewer'])
    show(routerAt('/raster/band-catalog/bulk'))
    await screen.findByText('Viewers cannot upload bands')
  })
})

describe('Processed Rasters', () => {
  test('lists them and processes a band with the chosen method', async () => {
    answer(processAsset, { asset: anAsset({ id: 8, name: 'rain_30s.tif' }), method: 'sum', findings: [] })
    show(routerAt('/raster/processed-rasters'))
    const table = within(await screen.findByRole('grid', { name: 'Processed rasters' }))
    expect(table.getByRole('link', { name: 'asset 1' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Process a raster' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process a raster' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    expect(await dialog.findByText('Choose an asset.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Find an asset'), 'eleva')
    await waitFor(() => expect(callsOf(listAssets).at(-1)?.query).toMatchObject({ name: 'eleva', limit: 50 }))
    await userEvent.selectOptions(await dialog.findByLabelText('Asset'), '1')
    expect(dialog.queryByText('Choose an asset.')).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText('Method'), 'sum')
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText('Processed by sum')
    expect(callsOf(processAsset)).toEqual([
      { body: { asset_id: 1, band: 1, method: 'sum', name: undefined } },
    ])
    expect(dialog.getByRole('link', { name: 'rain_30s.tif' }).getAttribute('href')).toBe(
      '/modeling/raster-assets/8',
    )
  })

  test('shows the progress of the processing', async () => {
    const made = { id: 9, name: 'rain_30s.tif', processed_from: 1, size: null, sha256: null, bands: [] }
    let asset = anAsset({ ...made, status: 'inspecting', fraction: 0.37 })
    answer(getAsset, ({ params: { id } }: { params: { id: number } }) => (id === 9 ? asset : anAsset({ id })))
    answer(listAssetFindings, pageOf([]))
    accept(processAsset, anAsset({ ...made, status: 'received' }))
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    await userEvent.click(screen.getByRole('button', { name: 'Process' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process nga_elevation_1.tif' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    const bar = await dialog.findByRole('progressbar', { name: 'Processing' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('37'))
    asset = anAsset({ ...made, size: 10, sha256: 'a'.repeat(64) })
    await dialog.findByText('Processed')
    expect(dialog.getByRole('link', { name: 'rain_30s.tif' })).toBeTruthy()
  })

  test('lists what is being processed with its progress, and no file to download', async () => {
    const made = anAsset({ id: 9, processed_from: 1, status: 'inspecting', fraction: 0.37, size: null })
    answer(listProcessed, pageOf([made]))
    show(routerAt('/raster/processed-rasters'))
    const table = within(await screen.findByRole('grid', { name: 'Processed rasters' }))
    expect(await table.findByText('Processing 37%')).toBeTruthy()
    await userEvent.click(table.getByRole('button', { name: /^Actions for/ }))
    await screen.findByRole('menuitem', { name: 'Open' })
    expect(screen.queryByRole('menuitem', { name: 'Download' })).toBeNull()
  })

  test('shows why the processing failed', async () => {
    const made = { id: 9, processed_from: 1, size: null, bands: [] }
    const sentence = 'The raster is in an unknown CRS.'
    accept(processAsset, anAsset({ ...made, status: 'received' }))
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    answer(getAsset, anAsset({ ...made, status: 'rejected' }))
    answer(listAssetFindings, pageOf([{ severity: 'error', band: null, message: sentence }]))
    await userEvent.click(screen.getByRole('button', { name: 'Process' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process nga_elevation_1.tif' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText(sentence)
  })

  test('shows a rejection in the form', async () => {
    answer(processAsset, () => {
      throw new ApiError(409, "A band named 'elevation_1_30s' is catalogued already; choose another name.")
    })
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    await userEvent.click(screen.getByRole('button', { name: 'Process' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process nga_elevation_1.tif' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText(/choose another name/)
  })

  test('viewers see no form', async () => {
    asks(['viewer'])
    show(routerAt('/raster/processed-rasters'))
    await screen.findByRole('grid', { name: 'Processed rasters' })
    expect(screen.queryByRole('button', { name: 'Process a raster' })).toBeNull()
  })
})
