import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteBandUpload, getBandUpload } from '#contract/rasters/band-uploads.ts'
import { deleteUpload, listUploads } from '#contract/rasters/uploads.ts'
import { ApiError } from '~/api/api-error.ts'
import { type Download, catchDownloads } from '../support/downloads.ts'
import { answer, callsOf } from '../support/fake-api.ts'
import { HASH } from '../support/fake-browser.tsx'
import { Upload as FakeTus, uploadIdOf } from '../support/fake-tus.ts'
import { FakeUpload } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'
import { choose, prepareRasters, resetRasters, tif, title } from '../support/raster-screens.ts'

let downloads: Download[]
beforeEach(() => {
  prepareRasters()
  downloads = catchDownloads()
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
    resetRasters(['viewer'])
    show(routerAt('/raster/band-catalog/bulk'))
    await screen.findByText('Viewers cannot upload bands')
  })
})
