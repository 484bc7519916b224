import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { report, units } from './report-fixture.ts'
import { expectConsoleError } from '../support/web.setup.ts'

const fns = vi.hoisted(() => ({
  getSession: vi.fn(),
  getMe: vi.fn(),
  getReport: vi.fn(),
  getAdmData: vi.fn(),
  getValue: vi.fn(),
  link: vi.fn(),
  history: vi.fn(),
  fetchJobs: vi.fn(),
  markFinal: vi.fn(),
}))
vi.mock('~/server/accounts.functions.ts', () => ({
  ...fns,
  login: vi.fn(),
  logout: vi.fn(),
  sessionQuery: { queryKey: ['session'], queryFn: () => fns.getSession(), staleTime: Infinity },
  meQuery: { queryKey: ['me'], queryFn: () => fns.getMe(), staleTime: Infinity },
}))
vi.mock('~/server/report.functions.ts', () => ({
  reportQuery: (jobKey: string) => ({
    queryKey: ['jobs', 'report', jobKey],
    queryFn: () => fns.getReport(jobKey),
    refetchInterval: ({ state }: { state: { data?: { status: string } } }) =>
      state.data?.status === 'running' ? 20 : false,
  }),
  admDataQuery: (id: number) => ({ queryKey: ['jobs', 'adm-data', id], queryFn: () => fns.getAdmData(id) }),
  valueQuery: (id: number, place: { latitude: number } | null) => ({
    queryKey: ['jobs', 'value', id, place],
    queryFn: () => fns.getValue(id, place),
    enabled: place !== null,
  }),
  outputLinkQuery: (id: number, type: string, minutes: number) => ({
    queryKey: ['signed-link', id, type, minutes],
    queryFn: () => fns.link(id, type, minutes),
  }),
}))
vi.mock('~/server/jobs.functions.ts', () => ({
  finalHistoryQuery: (id: number) => ({
    queryKey: ['jobs', 'final-history', id],
    queryFn: () => fns.history(id),
  }),
  fetchJobs: fns.fetchJobs,
  markFinal: fns.markFinal,
  cancelJob: vi.fn(),
}))
vi.mock('~/server/tags.functions.ts', () => ({}))
vi.mock('~/server/zips.functions.ts', () => ({}))
vi.mock('~/server/layer-tracker.functions.ts', () => ({}))

interface DrawnMap {
  options: { onPin: (place: unknown) => void; onView: (view: unknown) => void; label: string }
  tiles: string[]
  views: unknown[]
}
const drawn = vi.hoisted(() => ({ maps: [] as DrawnMap[], fails: false }))
vi.mock('~/components/map/draw-map.ts', () => ({
  drawMap: (options: DrawnMap['options']) => {
    if (drawn.fails) throw new Error('no WebGL')
    const map: DrawnMap = { options, tiles: [], views: [] }
    drawn.maps.push(map)
    return {
      setTiles: (template: string) => map.tiles.push(template),
      setColours: () => undefined,
      setPin: () => undefined,
      setHighlight: () => undefined,
      setView: (view: unknown) => map.views.push(view),
      destroy: () => undefined,
    }
  },
}))
const { routerAt, show } = await import('./shell-router.tsx')
const { admCaution } = await import('~/components/jobs/report/flags.tsx')

// A busy machine is no failure.
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 20_000 })

const me = {
  id: 1,
  name: 'Ada Lovelace',
  roles: [{ name: 'staff' }],
  email: '',
  first_name: 'Ada',
  last_name: '',
}
const path = '/spatial-catalog/report/nga-safe-water-sim-2024-r1-42'
const lastTiles = () => drawn.maps.at(-1)?.tiles.at(-1) ?? ''
const unitNames = () =>
  within(screen.getByRole('table', { name: /share of each ADM\d/ }))
    .getAllByRole('rowheader')
    .map((header) => header.textContent)

beforeEach(() => {
  drawn.maps = []
  drawn.fails = false
  fns.getSession.mockResolvedValue({
    signedIn: true,
    user: me,
    theme: 'light',
    rail: false,
    brandName: 'Strata',
    sentryDsn: null,
  })
  fns.getMe.mockResolvedValue(me)
  fns.getReport.mockResolvedValue(report)
  fns.getAdmData.mockResolvedValue({ content: units, totalElements: units.length })
  fns.history.mockResolvedValue({ content: [], totalElements: 0 })
  fns.getValue.mockResolvedValue({ mean: 0.5, lower: 0.4, upper: 0.6, width: 0.2 })
})

test('the title is in words, the flags say what they do not say', async () => {
  show(routerAt(path))
  expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty(
    'textContent',
    'Safe water in Nigeria, SIM 2024, round 1',
  )
  const flags = within(screen.getByRole('list', { name: 'Flags' })).getAllByRole('button')
  expect(flags.map((flag) => flag.textContent)).toEqual(['Final', 'Not all ADM pass'])
  await userEvent.tab()
  act(() => flags[1].focus())
  const words = await screen.findByRole('tooltip')
  expect(words.textContent).toContain('Even a perfect model passes all of 12 units only 54 % of the time')
  expect(words.textContent).toContain('not a validation')
  expect(screen.queryByText('Simulated survey.')).toBeNull()
})

test.each([
  [1, 'misses a single unit 5 % of the time'],
  [12, 'passes all of 12 units only 54 % of the time'],
  [37, 'passes all of 37 units only 15 % of the time'],
  [120, 'passes all of 120 units less than 1 % of the time'],
])('the note on chance is for the %i units at hand', (units, words) => {
  expect(admCaution(units)).toContain(words)
})

test('flags, map, figures and charts link to what explains them', async () => {
  show(routerAt(path))
  await screen.findByRole('heading', { name: 'Cross-validation' })
  const links = screen.getAllByRole('link', { name: /^How to read .* \(opens in a new tab\)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/modeling#flags',
    '/modeling#map',
    '/modeling#admin-units',
    '/modeling#metrics',
    '/modeling#charts',
  ])
  for (const link of links) expect(link.getAttribute('target')).toBe('_blank')
})

test('the date of the survey comes with its quarter', async () => {
  fns.getReport.mockResolvedValue({ ...report, source_date: '2018-08-15' })
  show(routerAt(path))
  expect(await screen.findByText(/Survey of 15 Aug 2018 \(Q3\)\./)).toBeTruthy()
})

test('the crumb names the layer, not its key', async () => {
  show(routerAt(path))
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
  await waitFor(() =>
    expect(within(crumbs).getByText('Safe water in Nigeria, SIM 2024, round 1')).toBeTruthy(),
  )
  expect(crumbs.textContent).not.toContain(report.job_key)
})

test('a simulated survey says so', async () => {
  fns.getReport.mockResolvedValue({ ...report, simulated: true, note: 'Made by a seeded script.' })
  show(routerAt(path))
  const notice = await screen.findByRole('note')
  expect(notice.textContent).toContain('Simulated survey.')
  expect(notice.textContent).toContain('Made by a seeded script.')
})

test('the surface stands in the address, goes with Back, and chooses ramp and range of the tiles', async () => {
  const router = routerAt(path)
  show(router)
  await waitFor(() => expect(lastTiles()).toContain('/api/v1/modeling/v1/jobs/42/tiles/mean/{z}/{x}/{y}?'))
  expect(lastTiles()).toContain('ramp=viridis&min=0.08&max=0.82')
  await userEvent.click(screen.getByRole('radio', { name: 'Width' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ surface: 'width' }))
  expect(lastTiles()).toContain('/tiles/width/{z}/{x}/{y}?ramp=magma&min=0.05&max=0.42')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Colour ramp' }), 'cividis')
  await waitFor(() => expect(router.state.location.search).toEqual({ surface: 'width', ramp: 'cividis' }))
  act(() => router.history.go(-2))
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Mean' })).toHaveProperty('checked', true))
  expect(lastTiles()).toContain('/tiles/mean/')
})

test('view and pin come from the address and go back to it', async () => {
  const router = routerAt(`${path}?view=6.5_9.1_8.6&pin=bogus&surface=sideways`)
  show(router)
  await waitFor(() => expect(drawn.maps).toHaveLength(1))
  expect(drawn.maps[0].options).toMatchObject({ view: { zoom: 6.5, latitude: 9.1, longitude: 8.6 } })
  expect(lastTiles()).toContain('/tiles/mean/')
  act(() => drawn.maps[0].options.onPin({ latitude: 9.123456, longitude: 8.5 }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ pin: '9.1235_8.5' }))
  expect(await screen.findByText('9.12° N, 8.50° E')).toBeTruthy()
  expect(await screen.findByText(/^50\.0/)).toBeTruthy()
  act(() => drawn.maps[0].options.onView({ zoom: 7, latitude: 9, longitude: 8 }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: '7_9_8' }))
  await userEvent.click(screen.getByRole('button', { name: 'Whole area' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('view'))
  await waitFor(() => expect(drawn.maps[0].views.at(-1)).toBeNull())
})

test('the admin table is sorted by the address; untestable units stand last', async () => {
  const router = routerAt(path)
  show(router)
  await screen.findByRole('table', { name: /share of each ADM1/ })
  expect(unitNames()).toEqual(['Abia', 'Kano', 'Lagos'])
  expect(screen.getByText('1 of 2 testable units inside their interval.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'z' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort_by: 'z' }))
  expect(unitNames()).toEqual(['Abia', 'Kano', 'Lagos'])
  await userEvent.click(screen.getByRole('button', { name: 'z' }))
  await waitFor(() => expect(unitNames()).toEqual(['Kano', 'Abia', 'Lagos']))
  expect(router.state.location.search).toEqual({ sort_by: 'z', sort_order: 'desc' })
  expect(screen.getByRole('columnheader', { name: 'z' }).getAttribute('aria-sort')).toBe('descending')
  expect(within(screen.getByRole('row', { name: /Kano.*Outside/ })).getByText('Outside')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'ADM2' }))
  await waitFor(() => expect(unitNames()).toEqual(['Ikeja']))
  expect(router.state.location.search).toMatchObject({ level: 2 })
})

test('a running job shows how far it is, and the map by itself once it is completed', async () => {
  const running = {
    ...report,
    status: 'running',
    step: 'random_folds',
    fraction: 0.42,
    surfaces: null,
    outputs: [],
  }
  fns.getReport.mockResolvedValueOnce(running)
  show(routerAt(path))
  expect(await screen.findByText('Random folds, 42 %')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  expect(screen.queryByRole('heading', { name: 'Downloads' })).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Downloads' })).toBeTruthy()
  expect(await screen.findByRole('radio', { name: 'Mean' })).toBeTruthy()
})

test('a failed job gives its reason and no map', async () => {
  fns.getReport.mockResolvedValue({
    ...report,
    status: 'failed',
    reason: 'The survey holds 12 clusters.',
    surfaces: null,
  })
  show(routerAt(path))
  expect((await screen.findByRole('alert')).textContent).toContain('The survey holds 12 clusters.')
  expect(drawn.maps).toHaveLength(0)
})

test.each([
  ['an unknown key', path],
  ['a key that can be none', '/spatial-catalog/report/NO_KEY!'],
])('%s: NotFound inside the shell', async (_, address) => {
  fns.getReport.mockRejectedValue(new ApiError(404, 'There is no such job.'))
  show(routerAt(address))
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test('forbidden says who can help', async () => {
  expectConsoleError(/Your role/)
  fns.getReport.mockRejectedValue(new ApiError(403, 'Your role does not allow this.'))
  show(routerAt(path))
  expect(await screen.findByText('You cannot see this report')).toBeTruthy()
  expect(screen.getByText(/An admin of your organisation/)).toBeTruthy()
})

test('another failure can be tried again', async () => {
  expectConsoleError(/The service rests/)
  fns.getReport.mockRejectedValueOnce(new ApiError(503, 'The service rests.'))
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Admin units' })).toBeTruthy()
})

test('a table of admin units that cannot be had leaves the rest whole', async () => {
  fns.getAdmData.mockRejectedValueOnce(new ApiError(500, 'The table is lost.'))
  fns.getAdmData.mockRejectedValueOnce(new ApiError(500, 'The table is lost.'))
  show(routerAt(path))
  expect(await screen.findByText('The table is lost.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'mean.tif' }).getAttribute('href')).toBe(
    '/api/v1/modeling/v1/jobs/42/download/mean',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: /share of each ADM1/ })).toBeTruthy()
})

test('without WebGL the report says so and stays usable', async () => {
  drawn.fails = true
  show(routerAt(path))
  expect((await screen.findByRole('alert')).textContent).toContain('WebGL is missing')
  expect(screen.getByRole('heading', { name: 'Downloads' })).toBeTruthy()
})

test('diagnostics with missing and wrong members show what can be read', async () => {
  show(routerAt(path))
  const table = await screen.findByRole('table', { name: /Figures of the fit/ })
  const row = within(table).getByRole('row', { name: /^R²/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map((cell) => cell.textContent),
  ).toEqual(['0.310', '–', '–'])
})

const mark = {
  id: 2,
  job_id: 42,
  job_key: report.job_key,
  final: true,
  superseded_by: null,
  reason: 'Better covariates',
  marked_by: 2,
  marked_by_name: 'Grace Hopper',
  marked_at: '2026-11-20T10:00:00Z',
}

test('the final mark says since when, by whom and why, and its history is listed', async () => {
  const previous = { ...mark, id: 1, job_id: 41, job_key: 'nga-safe-water-sim-2024-r1-41' }
  const lost = { ...previous, id: 3, final: false, superseded_by: 42 }
  fns.history.mockResolvedValue({ content: [mark, lost, previous], totalElements: 3 })
  show(routerAt(path))
  const card = (await screen.findByRole('heading', { name: 'History of the final mark' })).closest('section')
  const items = within(card as HTMLElement)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(items[0]).toMatch(/^This job became final, .* by Grace Hopper: “Better covariates”$/)
  expect(items[1]).toMatch(/^nga-safe-water-sim-2024-r1-41 lost the mark to this job, /)
  expect(screen.getByText(/computed in/).textContent).toMatch(
    /Final, .* by Grace Hopper: “Better covariates”\./,
  )
})

test('a superseded job links to the one that took the mark over', async () => {
  fns.getReport.mockResolvedValue({ ...report, final: false, superseded_by: 43 })
  const heir = { ...mark, job_id: 43, job_key: 'nga-safe-water-sim-2024-r1-43' }
  fns.history.mockResolvedValue({ content: [heir], totalElements: 1 })
  show(routerAt(path))
  const note = await screen.findByText(/Superseded by/)
  expect((await within(note).findByRole('link')).getAttribute('href')).toBe(
    '/spatial-catalog/report/nga-safe-water-sim-2024-r1-43',
  )
})

test('the mark is taken off with a reason', async () => {
  fns.markFinal.mockResolvedValue({ msg: '1 job is not final any more.', job_ids: [42], superseded: [] })
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove final' }))
  const form = within(await screen.findByRole('dialog', { name: 'Remove final' }))
  await userEvent.type(form.getByLabelText('Reason (optional)'), 'Wrong survey')
  await userEvent.click(form.getByRole('button', { name: 'Remove final' }))
  await screen.findByText('1 job is not final any more.')
  expect(fns.markFinal).toHaveBeenCalledWith({
    data: { job_ids: [42], final: false, reason: 'Wrong survey' },
  })
})

test('a link of an output comes with lines for QGIS, R, Python and the shell', async () => {
  const url = 'http://localhost:8092/api/v1/files/signed/abc/mean.tif'
  fns.link.mockResolvedValue({ url, expires_at: '2026-11-20T10:10:00Z' })
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: /^Copy link of mean\.tif/ }))
  const popover = within(await screen.findByRole('dialog', { name: 'Link of mean.tif' }))
  expect((await popover.findByLabelText('Link')).textContent).toBe(url)
  expect(popover.getByLabelText('Snippet for QGIS').textContent).toBe(`/vsicurl/${url}`)
  await userEvent.click(popover.getByRole('tab', { name: 'R' }))
  expect(popover.getByLabelText('Snippet for R').textContent).toBe(
    `library(terra)\nmean <- rast("/vsicurl/${url}")`,
  )
  await userEvent.click(popover.getByRole('tab', { name: 'Python' }))
  expect(popover.getByLabelText('Snippet for Python').textContent).toContain(`rasterio.open("${url}")`)
  await userEvent.selectOptions(popover.getByLabelText('Works for'), '1 day')
  await waitFor(() => expect(fns.link).toHaveBeenLastCalledWith(42, 'mean', 1440))
})

test('a link that cannot be made says why', async () => {
  fns.link.mockRejectedValue(new ApiError(404, 'The file of this output is gone.'))
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: /^Copy link of mean\.tif/ }))
  await screen.findByText('The file of this output is gone.')
})

test('viewers see no button that changes something', async () => {
  fns.getMe.mockResolvedValue({ ...me, roles: [{ name: 'viewer' }] })
  show(routerAt(path))
  await screen.findByRole('heading', { level: 1 })
  for (const name of ['Mark as final', 'Remove final', 'Tags', 'Improve'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Improve' })).toBeNull()
})

test('the national figure shows the model beside the survey, and the urban share', async () => {
  show(routerAt(path))
  const table = within(await screen.findByRole('table', { name: 'National figure' }))
  const rows = table.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(
    ['EstimatePrevalence95 % interval', 'Modelled34.6 %32.0–37.1 %', 'Direct35.2 %33.1–37.4 %'].map((text) =>
      text.replaceAll(/(\d) %/g, '$1\u202f%').replace('95\u202f%', '95 %'),
    ),
  )
  expect(screen.getByText(/31\.0\s%\s*of the sampled people are urban/)).toBeTruthy()
})

test('a layer without a national figure has no such card', async () => {
  fns.getReport.mockResolvedValue({ ...report, diagnostics: { parameters: {} } })
  show(routerAt(path))
  await screen.findByRole('heading', { name: 'Cross-validation' })
  expect(screen.queryByRole('table', { name: 'National figure' })).toBeNull()
})
