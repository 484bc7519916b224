import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { getAsset } from '#contract/rasters/assets.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { changeBand, getBand, getBandHistogram } from '#contract/rasters/bands.ts'
import { getBandZonal } from '#contract/rasters/zonal.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { getRasterPercentiles, getRasterProfile } from '#contract/viewing/viewing.ts'
import { linkAsset, linkBandTiles } from '#contract/accounts/signed-links.ts'
import { getBandTileJson } from '#contract/standards/tilejson.ts'
import { ApiError } from '~/api/api-error.ts'
import { aVersion } from '../support/catalog-fakes.ts'
import { type Download, catchDownloads } from '../support/downloads.ts'
import { answer, callsOf, fail } from '../support/fake-api.ts'
import { drawn } from '../support/fake-map.ts'
import { aBand, anAsset } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'
import { prepareRasters, resetRasters, title } from '../support/raster-screens.ts'

let downloads: Download[]
beforeEach(() => {
  prepareRasters()
  downloads = catchDownloads()
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

  test('shows its figures in the units of a place group, which the address keeps, and offers a CSV', async () => {
    const figures = {
      covered: 0.5,
      mean: 12.5,
      sum: 1250,
      min: 1,
      max: 20,
      p5: 2,
      p25: 5,
      p50: 12,
      p75: 15,
      p95: 19,
    }
    const none = {
      covered: 0,
      mean: null,
      sum: null,
      min: null,
      max: null,
      p5: null,
      p25: null,
      p50: null,
      p75: null,
      p95: null,
    }
    const group = { version_id: 7, iso3_code: 'NGA', place_type: 'adm1', version: 'v1' }
    fail(getBandZonal, new ApiError(422, 'The figures take more time or memory than is allowed.'))
    answer(listPlaceGroupVersions, pageOf([aVersion({ id: 7, place_type: 'adm1', version: 'v1' })]))
    const router = routerAt('/raster/band-catalog/11')
    show(router)
    await title('elevation_11')
    const select = await screen.findByLabelText('Place group')
    expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull()
    await within(select).findByRole('option', { name: /ADM1 · v1/ })
    await userEvent.selectOptions(select, '7')
    expect(router.state.location.search).toEqual({ zonal: 7 })
    expect(await screen.findByText(/more time or memory than is allowed/)).toBeTruthy()
    answer(getBandZonal, {
      ...group,
      band_id: 11,
      unit: 'm',
      classes: null,
      units: [
        { code: 'NG-AB', name: 'Abia', cells: 220.6, ...figures, shares: null },
        { code: 'NG-XX', name: 'Far', cells: 0, ...none, shares: null },
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const table = within(await screen.findByRole('table', { name: 'Figures of elevation_11' }))
    const cellsOf = (name: string) =>
      within(table.getByRole('row', { name: new RegExp(name) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cellsOf('Abia').slice(0, 6)).toEqual(['12.5', '1\u202f250', '1', '2', '5', '12'])
    expect(cellsOf('Abia').slice(-2)).toEqual(['221', '50.0 %'])
    expect(cellsOf('Far')).toEqual([...Array.from({ length: 9 }, () => '–'), '0', '0.0 %'])
    expect(screen.getByText(/One unit has no cell with a value/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
      '/api/v1/raster/v1/bands/11/zonal/7/file',
    )
    cleanup()
    answer(getBandZonal, {
      ...group,
      band_id: 11,
      unit: '',
      classes: [10, 50],
      units: [{ code: 'NG-AB', name: 'Abia', cells: 4, ...none, covered: 1, shares: [0.25, 0.75] }],
    })
    show(routerAt('/raster/band-catalog/11?zonal=7'))
    const shares = within(await screen.findByRole('table', { name: 'Figures of elevation_11' }))
    expect(shares.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Unit',
      'Class 10',
      'Class 50',
      'Cells',
      'Covered',
    ])
    expect(shares.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '25.0 %',
      '75.0 %',
      '4',
      '100.0 %',
    ])
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
    await screen.findByText(/^Colours: −2 to 1\s047 and more$/)
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
    await screen.findByText('Colours: 0 to 800 and more, middle 96 % (2–98)')
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
    const signed = 'https://api.example.org/api/v1/tiles/signed/abc.def/{z}/{x}/{y}'
    answer(linkBandTiles, { url: signed, expires_at: '2026-01-01T10:00:00Z', minzoom: 0, maxzoom: 8 })
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
    expect(dialog.getByLabelText('Cloud-Optimized GeoTIFF').textContent).toMatch(/\/assets\/\d+\/cog\.tif$/)
    expect((await dialog.findByLabelText('Signed tiles')).textContent).toBe(signed)
    expect(dialog.getAllByText(/maxzoom 8/)).toHaveLength(2)
    await userEvent.selectOptions(dialog.getByLabelText('Works for'), '30 days')
    await waitFor(() => {
      for (const endpoint of [linkAsset, linkBandTiles])
        expect(callsOf(endpoint).at(-1)?.body).toEqual({ minutes: 30 * 24 * 60 })
    })
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
    answer(linkBandTiles, () => {
      throw new ApiError(409, 'No tiles to sign.')
    })
    answer(getBandTileJson, () => {
      throw new ApiError(409, 'It has no tiles.')
    })
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await userEvent.click(screen.getByRole('button', { name: 'Use in other programs' }))
    expect(await screen.findByText('Try again shortly.')).toBeTruthy()
    expect(await screen.findByText('It has no tiles.')).toBeTruthy()
    expect(await screen.findByText('No tiles to sign.')).toBeTruthy()
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
    resetRasters(roles)
    answer(getAsset, anAsset({ id: 1, created_by: owner }))
    show(routerAt('/raster/band-catalog/11'))
    await title('elevation_11')
    await waitFor(() => expect(callsOf(getAsset)).toHaveLength(1))
    await act(() => Promise.resolve())
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })
})
