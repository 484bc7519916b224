import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectConsoleError } from '../../support/web/web.setup.ts'
import { resetApi, sendTo } from '../support/fake-api.ts'
import { Upload as FakeTus } from '../support/fake-tus.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { finalJob, product, specifiedServer } from '../support/specified-server.ts'
import { FakeEventSource } from '../support/submission-fakes.ts'

let server: ReturnType<typeof specifiedServer>

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ detail: 'Not Found' }, { status: 404 })))
})
function open(path: string, guest = false) {
  resetApi(guest ? null : ['staff'])
  server = specifiedServer()
  sendTo(server.send)
  const router = routerAt(path)
  show(router)
  return router
}
const main = () => document.querySelector('main')!
const loaded = async () => {
  await waitFor(() => expect(document.querySelector('main h1, main [role="alert"]')).toBeTruthy())
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
  await waitFor(() => expect(screen.queryAllByRole('status', { name: /^Loading/ })).toEqual([]))
}

/** The screens of section 2, and what a person finds there without any other call. */
const GUEST = [
  ['/login', 'Log In'],
  ['/register', 'Register'],
  ['/recover-password', 'Recover Password'],
  ['/confirm-email/', 'Email'],
  ['/nowhere', 'Not Found'],
] as const
const WORKS = [
  ['/', '4 submitted, 4 in progress, 4 completed successfully'],
  ['/edit-user', 'ada@strata.example'],
  ['/spatial-catalog', product.title],
  [`/spatial-catalog/report/${product.job_key}`, product.title],
  ['/spatial-catalog/raster-check-in', 'Raster Check-in'],
  ['/modeling', 'Write a configuration'],
  ['/modeling/product-catalog', finalJob.job_key],
  ['/modeling/submission', 'Benin pilot'],
  ['/modeling/raster-assets/upload', 'Raster Asset Upload'],
  ['/modeling/place-groups', 'submitted'],
  ['/raster', 'Raster'],
  ['/raster/band-catalog/bulk', 'Bulk Upload Raster Bands'],
  ['/raster/band-collection/new', 'New Collection'],
] as const
const OTHERS = [
  ['/survey/catalog', 'GET /survey/v1/surveys'],
  ['/modeling/raster-assets', 'GET /raster/v1/assets'],
  ['/raster/processed-rasters', 'GET /raster/v1/processed'],
  ['/raster/band-catalog', 'GET /raster/v1/bands'],
  ['/raster/band-collection', 'GET /raster/v1/collections'],
  ['/worldpop', 'GET /worldpop/v1/datasets'],
  [`/spatial-catalog/report/${finalJob.job_key}`, 'GET /modeling/v1/jobs/by-key/{job_key}'],
] as const

test.each(GUEST)('%s opens for a guest', async (path, text) => {
  open(path, true)
  await waitFor(() => expect(document.body.textContent).toContain(text))
})

test.each(WORKS)('%s works', async (path, text) => {
  open(path)
  await loaded()
  await waitFor(() => expect(main().textContent).toContain(text))
  expect(within(main()).queryByText('Something went wrong, please try again')).toBeNull()
})

test.each(OTHERS)('%s says which call is missing, and offers no other try', async (path, call) => {
  expectConsoleError(/This server does not offer this/)
  open(path)
  await loaded()
  const sentences = (await within(main()).findAllByRole('alert')).map(({ textContent }) => textContent)
  expect(sentences[0]).toBe(`This server does not offer this: it has no call ${call}.`)
  expect(within(main()).queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('Home counts by the specified list of jobs, and has no part that needs another call', async () => {
  open('/')
  await screen.findByText(/submitted/)
  const counted = server.asked.filter((call) => /^GET \/modeling\/v1\/jobs\?.*size=1&/.test(call))
  const days = /createDateStart=\d{4}-\d\d-\d\d&createDateEnd=\d{4}-\d\d-\d\d/
  expect(counted.every((call) => call.includes('page=1') && days.test(call))).toBe(true)
  expect(counted.map((call) => call.match(/status=\w+/g)?.join() ?? '').sort()).toEqual([
    '',
    'status=completed',
    'status=pending,status=running',
  ])
  expect(within(main()).queryByRole('alert')).toBeNull()
})

test('a raster is checked in with its file, as there are no uploads in pieces and no inspection before', async () => {
  vi.spyOn(FakeTus.prototype, 'start').mockImplementation(() => undefined)
  open('/spatial-catalog/raster-check-in')
  const file = new File(['x'], 'water.tif', { type: 'image/tiff' })
  await userEvent.upload(await screen.findByLabelText(/Choose a GeoTIFF/), file)
  await waitFor(() => expect(FakeTus.all).toHaveLength(1))
  const gone = { getStatus: () => 404, getBody: () => '{"detail":"Not Found"}' }
  act(() => FakeTus.all[0]!.options.onError(Object.assign(new Error('no'), { originalResponse: gone })))
  expect(await screen.findByText(/inspects the file when it is published/)).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'NGA')
  for (const name of ['Target', 'Source', 'Source wave'])
    await userEvent.type(screen.getByRole('textbox', { name }), 'water')
  await userEvent.click(screen.getByRole('button', { name: 'Publish the raster' }))
  expect(await screen.findByText(/^Water, Nigeria 2025 is catalogued/)).toBeTruthy()
  expect(server.sent.get('POST /interpolation/raster/check-in')).toMatch(/name="file"; filename="/)
  expect(server.rejected).not.toContain('POST /raster/v1/assets')
})

test('/logout ends the session all the same', async () => {
  const router = open('/logout')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})
