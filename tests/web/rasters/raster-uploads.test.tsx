import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAssets } from '#contract/rasters/asset-list.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { deleteUpload, listUploads } from '#contract/rasters/uploads.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { HASH } from '../support/fake-browser.tsx'
import { Upload as FakeTus, UPLOAD_ID as ID } from '../support/fake-tus.ts'
import { anAsset, inspected } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const SIZE = 20 * 2 ** 20
const taken = { catalogued: true, findings: [], raster: inspected, asset: anAsset({ id: 7 }) }
const unfinished = {
  id: ID,
  name: 'large.tif',
  size: SIZE,
  offset: SIZE / 4,
  complete: false,
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2026-11-27T10:00:00Z',
}

/** A file that states a size without having it. */
function large(name: string, size = SIZE): File {
  const file = new File(['II*\0'], name, { type: 'image/tiff' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const row = (name: string, list = 'Chosen files') =>
  within(within(screen.getByRole('list', { name: list })).getByRole('listitem', { name }))
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => userEvent.click(await button(name))
const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText(/Choose rasters/), files)
const latest = async (count: number) => {
  await waitFor(() => expect(FakeTus.all).toHaveLength(count))
  return FakeTus.all[count - 1]
}
const open = async () => {
  show(routerAt('/modeling/raster-assets/upload'))
  await screen.findByRole('heading', { level: 1, name: 'Raster Asset Upload' })
}

beforeEach(() => {
  resetApi(['staff'])
  answer(listAssets, pageOf([]))
  answer(uploadAsset, taken)
})

describe('a large raster', () => {
  test('is sent in pieces, paused, continued, and catalogued with its hash', async () => {
    await open()
    await choose(large('large.tif'))
    await press('Upload 1 file')
    const first = await latest(1)
    expect([first.options.uploadUrl, first.options.chunkSize % (8 * 2 ** 20)]).toEqual([null, 0])
    act(() => first.options.onProgress(SIZE / 2, SIZE))
    await row('large.tif').findByText('50 %')
    await press('Pause large.tif')
    expect(first.aborted).toBe(true)
    await row('large.tif').findByText('Paused at 50 %')
    await press('Continue large.tif')
    const second = await latest(2)
    expect(second.options.uploadUrl).toBe(`/api/v1/uploads/${ID}`)
    act(() => second.options.onSuccess())
    await row('large.tif').findByRole('link', { name: 'nga_elevation_7.tif' })
    expect(callsOf(uploadAsset)).toMatchObject([{ body: { upload: ID, sha256: HASH } }])
    expect(callsOf(uploadAsset)[0].files).toEqual({})
    expect(callsOf(listAssets).at(-1)).toMatchObject({ query: { sha256: HASH, status: ['ready'] } })
  })

  test('is discarded when it is cancelled', async () => {
    await open()
    await choose(large('large.tif'))
    await press('Upload 1 file')
    await latest(1)
    await press('Cancel large.tif')
    await row('large.tif').findByText(/^Cancelled/)
    await waitFor(() => expect(callsOf(deleteUpload)).toEqual([{ params: { id: ID } }]))
    await press('Retry large.tif')
    expect((await latest(2)).options.uploadUrl).toBeNull()
  })

  test('that is catalogued already offers that asset, and is catalogued again on request', async () => {
    answer(listAssets, pageOf([anAsset({ id: 3, name: 'elevation.tif' })]))
    await open()
    await choose(large('large.tif'))
    await press('Upload 1 file')
    const tus = await latest(1)
    act(() => tus.options.onSuccess())
    const link = await row('large.tif').findByRole('link', { name: 'asset 3, elevation.tif' })
    expect(link.getAttribute('href')).toBe('/modeling/raster-assets/3')
    expect(callsOf(uploadAsset)).toEqual([])
    await press('Catalogue large.tif again')
    const again = await latest(2)
    act(() => again.options.onSuccess())
    await row('large.tif').findByRole('link', { name: 'nga_elevation_7.tif' })
  })

  test("shows the service's sentence when it is rejected, and can be retried", async () => {
    await open()
    await choose(large('large.tif'))
    await press('Upload 1 file')
    const tus = await latest(1)
    const detail =
      'Your storage limit for rasters is 1.0 GiB. Only 0.01 GiB are left, too little for this file.'
    const originalResponse = { getStatus: () => 413, getBody: () => JSON.stringify({ detail }) }
    act(() => tus.options.onError(Object.assign(new Error('tus'), { originalResponse })))
    await row('large.tif').findByText(detail)
    expect(await button('Retry large.tif')).toBeTruthy()
    // It needs its details again.
    sessionStorage.clear()
    await userEvent.type(screen.getByLabelText(/^Unit/), 'mm')
    expect(Object.values(sessionStorage)).toEqual(['{"unit":"mm"}'])
  })
})

test('a file that is no GeoTIFF is discarded, and not offered to be retried', async () => {
  await open()
  await choose(large('large.tif'), large('other.tif'))
  await press('Upload 2 files')
  const other = await latest(2)
  const [tus] = FakeTus.all
  const detail = "Unsupported file type: 'large.tif' is not a GeoTIFF. Export the raster as a GeoTIFF."
  const body = JSON.stringify({ detail, errors: [{ field: 'file', message: detail }] })
  const originalResponse = { getStatus: () => 422, getBody: () => body }
  act(() => tus.options.onError(Object.assign(new Error('tus'), { originalResponse })))
  await row('large.tif').findByText(detail)
  await row('large.tif').findByText('Remove this file, or choose another one above.')
  expect(row('large.tif').queryByText('Name the bands')).toBeNull()
  await waitFor(() => expect(callsOf(deleteUpload)).toEqual([{ params: { id: ID } }]))
  act(() => other.options.onError(new Error('tus')))
  await button('Retry other.tif')
  expect(screen.queryByRole('button', { name: /^Retry (large|2 files)/ })).toBeNull()
  await press('Remove large.tif')
  expect(within(screen.getByRole('list', { name: 'Chosen files' })).getAllByRole('listitem')).toHaveLength(1)
})

describe('an upload of an earlier visit', () => {
  beforeEach(() => answer(listUploads, pageOf([unfinished])))
  const list = () => within(screen.getByRole('region', { name: 'Unfinished uploads' }))
  const chooseFor = (file: File) => userEvent.upload(screen.getByLabelText('The file large.tif'), file)

  test('continues with the same file, and with no other', async () => {
    await open()
    await screen.findByRole('region', { name: 'Unfinished uploads' })
    expect(list().getByText(/5\.2.MB uploaded\. Choose the same file to continue\./)).toBeTruthy()
    await chooseFor(large('large.tif', SIZE + 1))
    await screen.findByText(/is a different file from ‘large.tif’/)
    await chooseFor(large('large.tif'))
    await row('large.tif').findByText('Continues at 25 %')
    expect(screen.queryByRole('region', { name: 'Unfinished uploads' })).toBeNull()
    await press('Upload 1 file')
    expect((await latest(1)).options.uploadUrl).toBe(`/api/v1/uploads/${ID}`)
  })

  test('continues when its file is dropped', async () => {
    await open()
    await screen.findByRole('region', { name: 'Unfinished uploads' })
    await choose(large('large.tif'), large('other.tif'))
    await row('large.tif').findByText('Continues at 25 %')
    await row('other.tif').findByText('Ready to upload')
  })

  test('of which all has arrived is catalogued without its file', async () => {
    answer(listUploads, pageOf([{ ...unfinished, offset: SIZE, complete: true }]))
    await open()
    await press('Continue large.tif')
    await press('Upload 1 file')
    await row('large.tif').findByRole('link', { name: 'nga_elevation_7.tif' })
    expect(FakeTus.all).toEqual([])
    expect(callsOf(uploadAsset)).toMatchObject([{ body: { upload: ID } }])
  })

  test('is discarded after confirmation', async () => {
    await open()
    await press('Discard large.tif')
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard large.tif?' }))
    answer(listUploads, pageOf([]))
    await userEvent.click(dialog.getByRole('button', { name: 'Discard the upload' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unfinished uploads' })).toBeNull())
    expect(callsOf(deleteUpload)).toEqual([{ params: { id: ID } }])
  })
})
