import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { InspectedRaster } from '#contract/assets.ts'
import { listCountries } from '#contract/countries.ts'
import { ApiError } from '~/api/api-error.ts'
import type { upload as Upload } from '~/api/upload.ts'
import { answer, resetApi } from './fake-api.ts'
import { pageOf } from './submission-fakes.ts'

const sent = vi.hoisted(() => ({ upload: vi.fn() }))
vi.mock('~/api/upload.ts', () => ({ upload: sent.upload as typeof Upload }))
vi.mock('~/components/map/footprint-map.tsx', () => ({ default: () => <div data-testid="footprints" /> }))
const { routerAt, show } = await import('./shell-router.tsx')
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 30_000 })

const raster: InspectedRaster = {
  width: 289,
  height: 232,
  crs: 4326,
  bounds: [2, 4, 15, 14],
  data_type: 'float32',
  nodata: -9999,
  compression: 'deflate',
  cloud_optimized: true,
  on_reference_grid: false,
  resolution_m: 4600,
  bands: [{ band: 1, valid: 100, min: 0, max: 1, mean: 0.5, sd: 0.1, histogram: [1, 2, 1] }],
}
type Options = { onProgress: (part: number) => void; signal: AbortSignal }
const tif = (size = 10) => {
  const file = new File(['x'], 'water.tif', { type: 'image/tiff' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const drop = async (file = tif()) => userEvent.upload(await screen.findByLabelText(/Choose a GeoTIFF/), file)

beforeEach(() => {
  resetApi(['staff'])
  const nigeria = { iso3_code: 'NGA', iso2_code: 'NG', numeric_code: '566', name: 'Nigeria' }
  const nowhere = { region: null, sub_region: null, intermediate_region: null, bounds: null }
  answer(listCountries, pageOf([{ ...nigeria, ...nowhere }]))
  sent.upload.mockReset().mockResolvedValue({ catalogued: false, findings: [], raster, asset: null })
  show(routerAt('/spatial-catalog/raster-check-in'))
})

test('a file is inspected at once: its figures, its extent, and that nothing stands in the way', async () => {
  await drop()
  expect(await screen.findByText('No findings')).toBeTruthy()
  expect(sent.upload.mock.calls[0]?.[0]).toMatchObject({ name: 'uploadAsset' })
  expect(sent.upload.mock.calls[0]?.[1]).toMatchObject({ body: { dry_run: true } })
  const facts = screen.getByRole('region', { name: 'What is inside' })
  expect(facts.textContent).toContain('289 × 232')
  expect(facts.textContent).toContain('Band 1')
  expect(screen.getByText('2 to 15° east, 4 to 14° north')).toBeTruthy()
})

test('errors come first with their remedies, and keep the file from being published', async () => {
  sent.upload.mockResolvedValue({
    catalogued: false,
    raster: null,
    asset: null,
    findings: [
      { severity: 'warning', band: null, message: 'It has no overviews.', help: 'gdaladdo water.tif' },
      { severity: 'error', band: 1, message: 'The band has no value.', help: 'Check its nodata value.' },
    ],
  })
  await drop()
  expect(await screen.findByText('The file cannot be published yet')).toBeTruthy()
  const findings = within(screen.getByRole('list', { name: 'Findings' })).getAllByRole('listitem')
  expect(findings[0]?.textContent).toContain('Check its nodata value.')
  expect(screen.getByRole('button', { name: 'Publish the raster' }).hasAttribute('disabled')).toBe(true)
})

test('progress is said, and cancel ends the upload', async () => {
  let signal: AbortSignal | undefined
  sent.upload.mockImplementation((_endpoint, _input, options: Options) => {
    signal = options.signal
    options.onProgress(0.42)
    return new Promise((_, reject) => {
      options.signal.addEventListener('abort', () => reject(new ApiError(0, '')))
    })
  })
  await drop()
  expect(await screen.findByText('Inspecting water.tif: 42 %')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(signal?.aborted).toBe(true)
  expect(await screen.findByLabelText(/Choose a GeoTIFF/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a large file is sent once unless the person wants it inspected first', async () => {
  await drop(tif(300 * 2 ** 20))
  expect(await screen.findByText('Large files are inspected at check-in')).toBeTruthy()
  expect(sent.upload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Inspect it now' }))
  await waitFor(() => expect(sent.upload).toHaveBeenCalledTimes(1))
})

test('what is missing is said at its field and goes away when corrected; then it is published', async () => {
  await drop()
  await screen.findByText('No findings')
  const publish = screen.getByRole('button', { name: 'Publish the raster' })
  await userEvent.click(publish)
  expect(screen.getByText('Choose a country.')).toBeTruthy()
  expect(screen.getByText('Enter a target.')).toBeTruthy()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Country' }))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Country' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'NGA')
  expect(screen.queryByText('Choose a country.')).toBeNull()
  for (const [name, text] of [
    ['Target', 'water'],
    ['Source', 'DHS'],
    ['Source wave', '2018'],
    ['Tags', 'pilot, safe water'],
  ] as const)
    await userEvent.type(screen.getByRole('textbox', { name }), text)
  sent.upload.mockRejectedValueOnce(
    new ApiError(422, 'year must be at most 2100.', [{ field: 'year', message: 'must be at most 2100' }]),
  )
  await userEvent.click(publish)
  expect(await screen.findByText('must be at most 2100')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Target' }).value).toBe('water')
  expect(sent.upload.mock.lastCall?.[0]).toMatchObject({ name: 'checkInRaster', timeoutMs: 0 })
  expect(sent.upload.mock.lastCall?.[1]).toMatchObject({
    body: {
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

test('a viewer is told who can help', async () => {
  resetApi(['viewer'])
  show(routerAt('/spatial-catalog/raster-check-in'))
  expect(await screen.findByText('Viewers cannot check in rasters')).toBeTruthy()
})
