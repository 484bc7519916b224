import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { uploadAsset } from '#contract/assets.ts'
import { checkInRaster } from '#contract/interpolation-files.ts'
import { listCountries } from '#contract/countries.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, fail, resetApi } from './fake-api.ts'
import { inspected } from './raster-fakes.ts'
import { pageOf } from './submission-fakes.ts'

// jsdom has no WebGL.
vi.mock('~/components/map/footprint-map.tsx', () => ({ default: () => <div data-testid="footprints" /> }))
const { routerAt, show } = await import('./shell-router.tsx')
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 30_000 })

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
  answer(uploadAsset, { catalogued: false, findings: [], raster: inspected, asset: null })
  show(routerAt('/spatial-catalog/raster-check-in'))
})

test('inspects a file at once and shows its figures, its extent and that it has no findings', async () => {
  await drop()
  expect(await screen.findByText('No findings')).toBeTruthy()
  expect(callsOf(uploadAsset)).toMatchObject([{ body: { dry_run: true } }])
  const facts = screen.getByRole('region', { name: 'What is inside' })
  expect(facts.textContent).toContain('289 × 232')
  expect(facts.textContent).toContain('Band 1')
  expect(screen.getByText('2 to 15° east, 4 to 14° north')).toBeTruthy()
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
  expect(await screen.findByText('The file cannot be published yet')).toBeTruthy()
  const findings = within(screen.getByRole('list', { name: 'Findings' })).getAllByRole('listitem')
  expect(findings[0]?.textContent).toContain('Check its nodata value.')
  expect(screen.getByRole('button', { name: 'Publish the raster' }).hasAttribute('disabled')).toBe(true)
})

test('shows the progress of the upload, which can be cancelled', async () => {
  let signal: AbortSignal | undefined
  answer(uploadAsset, (_input, options) => {
    signal = options.signal
    options.onProgress?.(0.42)
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new ApiError(0, '')))
    })
  })
  await drop()
  expect(await screen.findByText('Inspecting water.tif: 42 %')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(signal?.aborted).toBe(true)
  expect(await screen.findByLabelText(/Choose a GeoTIFF/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('sends a large file only once, unless it is to be inspected first', async () => {
  await drop(tif(300 * 2 ** 20))
  expect(await screen.findByText('Large files are inspected at check-in')).toBeTruthy()
  expect(callsOf(uploadAsset)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Inspect it now' }))
  await waitFor(() => expect(callsOf(uploadAsset)).toHaveLength(1))
})

test('names missing values at their fields until they are filled in, then publishes', async () => {
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
  fail(
    checkInRaster,
    new ApiError(422, 'year must be at most 2100.', [{ field: 'year', message: 'must be at most 2100' }]),
  )
  await userEvent.click(publish)
  expect(await screen.findByText('must be at most 2100')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Target' }).value).toBe('water')
  expect(checkInRaster.timeoutMs).toBe(0)
  expect(callsOf(checkInRaster).at(-1)).toMatchObject({
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

test('tells viewers who can check in rasters', async () => {
  resetApi(['viewer'])
  show(routerAt('/spatial-catalog/raster-check-in'))
  expect(await screen.findByText('Viewers cannot check in rasters')).toBeTruthy()
})
