import { cleanup, act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listFinalHistory, markJobsFinal } from '#contract/jobs/final.ts'
import { getJobValue, listJobAdmData } from '#contract/jobs/job-outputs.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { getJobReport, listJobs } from '#contract/jobs/jobs.ts'
import { linkJobOutput, linkJobTiles } from '#contract/accounts/signed-links.ts'
import { ApiError } from '~/api/api-error.ts'
import { admCaution } from '~/components/jobs/report/flags.tsx'
import { expectConsoleError } from '../../support/web/web.setup.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { drawn } from '../support/fake-map.ts'
import { report, units, valuesOf } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const path = '/spatial-catalog/report/nga-safe-water-sim-2024-r1-42'
const { lastTiles } = drawn
const unitNames = () =>
  within(screen.getByRole('table', { name: /share of each ADM\d/ }))
    .getAllByRole('rowheader')
    .map((header) => header.textContent)

beforeEach(() => {
  reset()
})

function reset(role = 'staff') {
  resetApi([role])
  answer(getJobReport, report)
  answer(listJobAdmData, pageOf(units))
  answer(listFinalHistory, pageOf([]))
  answer(getJobValue, valuesOf({ mean: 0.5, lower: 0.4, upper: 0.6, width: 0.2 }))
}

test('has one title, the name of the run, with what it is a map of and the key below', async () => {
  answer(getJobReport, { ...report, run_name: 'First look · Nigeria · gp · seed 2' })
  show(routerAt(path))
  const title = await screen.findByRole('heading', { level: 1 })
  expect(title.textContent).toBe('First look · Nigeria · gp · seed 2')
  expect(title.nextElementSibling?.textContent).toBe(
    `Safe water in Nigeria, SIM 2024, round 1${report.job_key}`,
  )
  expect(document.title).toMatch(/^First look · Nigeria · gp · seed 2 – /)
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  const [own] = await crumbs.findAllByText('First look · Nigeria · gp · seed 2')
  expect(own?.closest('li')?.className).toBe('sr-only')
})

test('the flags explain what they do not say', async () => {
  show(routerAt(path))
  await screen.findByRole('heading', { level: 1 })
  const flags = within(screen.getByRole('list', { name: 'Flags' })).getAllByRole('button')
  expect(flags.map((flag) => flag.textContent)).toEqual(['Final', 'Not all ADM pass · 2 of 3 units tested'])
  await userEvent.tab()
  act(() => flags[1].focus())
  const words = await screen.findByRole('tooltip')
  expect(words.textContent).toContain('Even a perfect model passes all of 2 units only 90 % of the time')
  expect(words.textContent).toContain('not a validation')
  expect(screen.queryByText('Simulated survey.')).toBeNull()
})

test('says what the intervals leave out of this job', async () => {
  const { national } = report.diagnostics as { national: object }
  answer(getJobReport, {
    ...report,
    diagnostics: {
      national: { ...national, people: 2_000_000, raked_to: 0.32 },
      parameters: { urban_share: null, displacement: 'none', cluster_variance: 0.25 },
    },
  })
  show(routerAt(path))
  const part = within(await screen.findByRole('region', { name: 'What the intervals leave out' }))
  expect(part.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Population',
    'Raking',
    'Realised prevalence of small units',
  ])
  const link = screen.getByRole('link', { name: 'What the intervals leave out' })
  expect(link.getAttribute('href')).toBe('#omissions')
})

test('without a population, the national figure is the mean of the cells; fixed parameters are left out', async () => {
  const part = async (layer: object, parameters: object) => {
    cleanup()
    const { national } = report.diagnostics as { national: object }
    const diagnostics = { national, parameters: { displacement: 'none', ...parameters } }
    answer(getJobReport, { ...report, layer: { ...report.layer, ...layer }, diagnostics })
    show(routerAt(path))
    return (await screen.findByRole('region', { name: 'National figure' })).textContent
  }
  expect(await part({ population_band_id: null }, { intervals: null })).toContain(
    'The modelled figure is the mean of all cells, because the layer has no population.',
  )
  const omissions = screen.getByRole('region', { name: 'What the intervals leave out' }).textContent
  expect(omissions).toContain('the uncertainty of the surface. They do not include:Parameters of the surface')
  expect(await part({ population_band_id: 3 }, {})).toContain(
    'The modelled figure weights the map by population.',
  )
})

test('the head has verdict and final mark, the checks begin with the test of all units together', async () => {
  const adm1 = { tested: 2, passed: 1, together: { units: 3, chi_squared: 3.7, p_value: 0.29 } }
  answer(getJobReport, { ...report, verdict: 'adm1', rake_to: 0.4, diagnostics: { adm1 } })
  show(routerAt(path))
  const verdict = within(await screen.findByRole('list', { name: 'Verdict' })).getAllByRole('button')
  expect(verdict.map((flag) => flag.textContent)).toEqual(['For ADM1', 'Raked to 40\u202f%', 'Final'])
  const flags = within(await screen.findByRole('list', { name: 'Flags' })).getAllByRole('button')
  expect(flags.map((flag) => flag.textContent)).toEqual([
    'Units agree with the model · p = 0.29',
    'Final',
    'Not all ADM pass · 2 of 3 units tested',
  ])
})

test.each([
  [1, 'misses a single unit 5 % of the time'],
  [12, 'passes all of 12 units only 54 % of the time'],
  [37, 'passes all of 37 units only 15 % of the time'],
  [120, 'passes all of 120 units less than 1 % of the time'],
])('the note on chance fits %i units', (units, words) => {
  expect(admCaution(units)).toContain(words)
})

test('flags, map, figures and charts link to their help', async () => {
  show(routerAt(path))
  await screen.findByRole('heading', { name: 'Cross-validation' })
  const links = screen.getAllByRole('link', { name: /^How to read .* \(opens in a new tab\)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/modeling#map',
    '/modeling#flags',
    '/modeling#admin-units',
    '/modeling#metrics',
    '/modeling#charts',
  ])
  for (const link of links) expect(link.getAttribute('target')).toBe('_blank')
})

test('names the form of the model and draws the curve of each covariate', async () => {
  const curve = {
    name: 'evi',
    sd: 0.2,
    edf: 3.24,
    x: [100, 200],
    mean: [-0.1, 0.2],
    lower: [-0.3, 0],
    upper: [0.1, 0.4],
  }
  const parameters = {
    method: 'gam',
    likelihood: 'beta-binomial',
    displacement: 'dhs',
    overdispersion_gain: 12.34,
    curves: [curve],
    coefficients: [{ name: 'nga_access', mean: 0.1, sd: 0.2, lower: -0.3, upper: 0.5, transform: 'log' }],
  }
  answer(getJobReport, { ...report, diagnostics: { parameters } })
  show(routerAt(path))
  const figure = await screen.findByRole('figure', { name: 'Effect of evi' })
  expect(within(figure).getByText(/Effective degrees of freedom 3\.2;/)).toBeTruthy()
  expect(within(figure).getByRole('row', { name: '200 0.200 0.000 0.400' })).toBeTruthy()
  expect(screen.getByText('Gaussian process with splines')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'log nga_access' })).toBeTruthy()
  expect(screen.getByText('beta-binomial')).toBeTruthy()
  expect(screen.getByText('As DHS does').previousSibling?.textContent).toBe('Displacement of coordinates')
  const gain = screen.getByText('Gain from beta-binomial counts in left-out blocks, log predictive density')
  expect(gain.nextElementSibling?.textContent).toBe('12.3')
})

test('the configuration names its records and links to them; one that was deleted is an id without a link', async () => {
  answer(getJobReport, {
    ...report,
    layer: {
      survey_id: 4,
      collection_id: 5,
      population_band_id: 6,
      place_group_version_ids: { adm1: 7, adm2: 8 },
    },
    names: {
      survey_id: 'Nigeria · SIM 2024 · safe_water',
      collection_id: 'nga_basic',
      population_band_id: null,
      'place_group_version_ids.adm1': 'Nigeria · natural-earth',
    },
  })
  show(routerAt(path))
  const section = within(await screen.findByRole('region', { name: 'Configuration' }))
  const links = section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['nga_basic', '/raster/band-collection/5'],
    ['Nigeria · natural-earth', '/place-groups/7'],
    // The service did not say.
    ['Outlines 8', '/place-groups/8'],
    ['Nigeria · SIM 2024 · safe_water', '/survey/catalog/survey/4'],
  ])
  section.getByText('Band 6 (removed)')
})

test('says which input was removed, when, and where others are; Run again opens all the same', async () => {
  answer(getJobReport, {
    ...report,
    status: 'failed',
    reason: 'The population band of this layer is no longer in the catalogue.',
    layer: { population_band_id: 6 },
    names: { population_band_id: null },
    removed: { population_band_id: { name: 'cmr_population', removed_at: '2026-11-03T10:00:00.000Z' } },
  })
  show(routerAt(path))
  const note = await screen.findByText('Inputs of this layer were removed')
  expect(note.parentElement?.textContent).toContain('Band ‘cmr_population’ was removed on 3 Nov 2026.')
  expect(screen.getByRole('link', { name: '‘cmr_population’' }).getAttribute('href')).toBe(
    '/raster/band-catalog?name=cmr_population',
  )
  within(screen.getByRole('region', { name: 'Configuration' })).getByText('cmr_population (removed)')
  expect(screen.getByRole('link', { name: 'Run again' }).getAttribute('href')).toMatch(
    /^\/modeling\/submission\/\d+\/again\?mode=failed/,
  )
})

test('shows the date of the survey with its quarter', async () => {
  answer(getJobReport, { ...report, source_date: '2018-08-15' })
  show(routerAt(path))
  expect(await screen.findByText(/Survey of 15 Aug 2018 \(Q3\)\./)).toBeTruthy()
})

test("the breadcrumb shows the run's name instead of its key", async () => {
  show(routerAt(path))
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
  await waitFor(() => expect(within(crumbs).getByText('First look · Nigeria · safe_water')).toBeTruthy())
  expect(crumbs.textContent).not.toContain(report.job_key)
})

test('marks a simulated survey', async () => {
  answer(getJobReport, { ...report, simulated: true, note: 'Made by a seeded script.' })
  show(routerAt(path))
  const notice = await screen.findByRole('note')
  expect(notice.textContent).toContain('Simulated survey.')
  expect(notice.textContent).toContain('Do not use its figures for decisions.')
  const about = screen.getByRole('region', { name: 'About this run' })
  expect(about.textContent).toContain('Made by a seeded script.')
})

test('the surface is in the address, follows Back, and sets ramp and range of the tiles', async () => {
  const router = routerAt(path)
  show(router)
  await waitFor(() => expect(lastTiles()).toContain('/api/v1/modeling/v1/jobs/42/tiles/mean/{z}/{x}/{y}?'))
  expect(lastTiles()).toContain('ramp=viridis&min=0.1145&max=0.8027')
  await userEvent.click(screen.getByRole('radio', { name: 'Width' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ surface: 'width' }))
  expect(lastTiles()).toContain('/tiles/width/{z}/{x}/{y}?ramp=magma&min=0.06727&max=0.4114')
  await userEvent.click(screen.getByRole('button', { name: 'Colours' }))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Colour ramp' }), 'cividis')
  await waitFor(() => expect(router.state.location.search).toEqual({ surface: 'width', ramp: 'cividis' }))
  act(() => router.history.go(-2))
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Mean' })).toHaveProperty('checked', true))
  expect(lastTiles()).toContain('/tiles/mean/')
})

test('reads view and pin from the address and writes them back', async () => {
  const router = routerAt(`${path}?view=6.5_9.1_8.6&pin=bogus&surface=sideways`)
  show(router)
  await waitFor(() => expect(drawn.maps).toHaveLength(1))
  expect(drawn.maps[0].options).toMatchObject({ view: { zoom: 6.5, latitude: 9.1, longitude: 8.6 } })
  expect(lastTiles()).toContain('/tiles/mean/')
  act(() => drawn.maps[0].options.onPin({ latitude: 9.123456, longitude: 8.5 }, []))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ pin: '9.1235_8.5' }))
  expect(await screen.findByText('9.12° N, 8.50° E')).toBeTruthy()
  expect(await screen.findByText(/^50\.0/)).toBeTruthy()
  act(() => drawn.maps[0].options.onView({ zoom: 7, latitude: 9, longitude: 8 }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: '7_9_8' }))
  await userEvent.click(screen.getByRole('button', { name: 'Whole area' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('view'))
  await waitFor(() => expect(drawn.maps[0].views.at(-1)).toBeNull())
})

test('sorts the admin table by the address, with untestable units last', async () => {
  const router = routerAt(path)
  show(router)
  await screen.findByRole('table', { name: /share of each ADM1/ })
  expect(unitNames()).toEqual(['Abia', 'Kano', 'Lagos'])
  expect(screen.getByText('1 of 2 testable units inside their interval, of 3 units.')).toBeTruthy()
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

test('marks the ends of intervals that the survey cannot exclude', async () => {
  const [first, ...others] = units
  answer(listJobAdmData, {
    content: [{ ...first, modelled_lower: 0, modelled_upper: 0.04 }, ...others],
    totalElements: units.length,
  })
  show(routerAt(path))
  expect(await screen.findByRole('row', { name: /Kano.*0\*–4\.0\s%/ })).toBeTruthy()
  expect(screen.getByText(/have no case: the survey cannot exclude a\s+prevalence of 0 there/)).toBeTruthy()
})

test('says why an observed share has no interval', async () => {
  const [first, second, third, ...others] = units
  answer(listJobAdmData, {
    content: [
      { ...first, clusters: 2, observed_lower: null, observed_upper: null, z: null, pass: null },
      { ...second, observed: 0, observed_lower: null, observed_upper: null },
      third,
      ...others,
    ],
    totalElements: units.length,
  })
  show(routerAt(path))
  const name = 'Observed and modelled share of each ADM1 unit'
  const table = within(await screen.findByRole('table', { name }))
  expect(table.getByRole('row', { name: /Kano.*below 3 clusters/ })).toBeTruthy()
  expect(table.getByRole('row', { name: /Abia.*no case/ })).toBeTruthy()
  expect(
    screen.getByText(/no interval where it rests on too little: below 3 clusters \(one or two clusters/),
  ).toBeTruthy()
})

test('shows the progress of a running job, and its map as soon as it is completed', async () => {
  const running: JobReport = {
    ...report,
    status: 'running',
    step: 'random_folds',
    fraction: 0.42,
    surfaces: null,
    outputs: [],
  }
  answer(getJobReport, running)
  show(routerAt(path))
  expect(await screen.findByText('Random folds, 42 %')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  expect(screen.queryByRole('heading', { name: 'Downloads' })).toBeNull()
  answer(getJobReport, report)
  expect(await screen.findByRole('heading', { name: 'Downloads' })).toBeTruthy()
  expect(await screen.findByRole('radio', { name: 'Mean' })).toBeTruthy()
})

test('shows the reason when the job failed, and no map', async () => {
  answer(getJobReport, {
    ...report,
    status: 'failed',
    reason: 'The survey holds 12 clusters.',
    surfaces: null,
  })
  show(routerAt(path))
  expect((await screen.findByRole('alert')).textContent).toContain('The survey holds 12 clusters.')
  expect(drawn.maps).toHaveLength(0)
})

test('a failed job offers its log, and says so if none was kept', async () => {
  const log = { type: 'log' as const, name: 'log.txt', media_type: 'text/plain', size: 2048, sha256: 'a' }
  const failed = { ...report, status: 'failed' as const, reason: 'Out of memory.', surfaces: null }
  answer(getJobReport, { ...failed, outputs: [log] })
  show(routerAt(path))
  const link = await screen.findByRole('link', { name: /^Download the log \(2/ })
  expect(link.getAttribute('href')).toBe('/api/v1/modeling/v1/jobs/42/download/log')
  cleanup()
  answer(getJobReport, { ...failed, outputs: [] })
  show(routerAt(path))
  expect(await screen.findByText('No log of it was kept.')).toBeTruthy()
})

test.each([
  ['an unknown key', path],
  ['an invalid key', '/spatial-catalog/report/NO_KEY!'],
])('shows NotFound in the shell for %s', async (_, address) => {
  fail(getJobReport, new ApiError(404, 'There is no such job.'))
  show(routerAt(address))
  expect(await screen.findByText('This report does not exist')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test('says who can help if the report is forbidden', async () => {
  expectConsoleError(/Your role/)
  fail(getJobReport, new ApiError(403, 'Your role does not allow this.'))
  show(routerAt(path))
  expect(await screen.findByText('You cannot see this report')).toBeTruthy()
  expect(screen.getByText(/An admin of your organisation/)).toBeTruthy()
})

test('offers to retry after any other error', async () => {
  expectConsoleError(/The service rests/)
  fail(getJobReport, new ApiError(503, 'The service rests.'))
  show(routerAt(path))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answer(getJobReport, report)
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Admin units' })).toBeTruthy()
})

test('if the admin units cannot be loaded, shows the rest and offers to retry', async () => {
  fail(listJobAdmData, new ApiError(500, 'The table is lost.'))
  show(routerAt(path))
  expect(await screen.findByText('The table is lost.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'mean.tif' }).getAttribute('href')).toBe(
    '/api/v1/modeling/v1/jobs/42/download/mean',
  )
  answer(listJobAdmData, pageOf(units))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: /share of each ADM1/ })).toBeTruthy()
})

test('says that WebGL is missing and stays usable', async () => {
  drawn.fails = true
  show(routerAt(path))
  expect((await screen.findByRole('alert')).textContent).toContain('WebGL is missing')
  expect(screen.queryByText(/Hover for values/)).toBeNull()
  expect(screen.getByRole('heading', { name: 'Downloads' })).toBeTruthy()
})

test('offers units with their outlines in each form, by the keyboard too', async () => {
  show(routerAt(path))
  const button = await screen.findByRole('button', { name: 'Units with outlines' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  const items = await screen.findAllByRole('menuitem', { name: /^(GeoPackage|GeoJSON|GeoParquet|CSV)/ })
  expect(items.map((item) => item.getAttribute('href'))).toEqual(
    ['gpkg', 'geojson', 'parquet', 'csv'].map(
      (format) => `/api/v1/modeling/v1/jobs/42/download/units?format=${format}`,
    ),
  )
})

test('shows what is readable in diagnostics with missing or malformed members', async () => {
  show(routerAt(path))
  const table = await screen.findByRole('table', { name: /Fit and cross-validation metrics/ })
  const row = within(table).getByRole('row', { name: /^R²/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map((cell) => cell.textContent),
  ).toEqual(['0.310', '–', '–'])
  const rmse = within(table).getByRole('row', { name: /^RMSE/ })
  expect(within(rmse).getAllByRole('cell')[0]?.textContent).toBe('13.00\u00a0points')
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

test('shows when, by whom and why the job became final, and lists the history', async () => {
  const previous = { ...mark, id: 1, job_id: 41, job_key: 'nga-safe-water-sim-2024-r1-41' }
  const lost = { ...previous, id: 3, final: false, superseded_by: 42 }
  answer(listFinalHistory, pageOf([mark, lost, previous]))
  show(routerAt(path))
  const card = (await screen.findByRole('heading', { name: 'History of the final mark' })).closest('section')
  const items = within(card as HTMLElement)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(items[0]).toMatch(/^This job became final, .* by Grace Hopper: “Better covariates”$/)
  expect(items[1]).toMatch(/^nga-safe-water-sim-2024-r1-41 lost the mark to this job, /)
  expect(screen.getByRole('region', { name: 'About this run' }).textContent).toMatch(
    /Final, .* by Grace Hopper: “Better covariates”\./,
  )
})

test('a superseded job links to the job that replaced it', async () => {
  answer(getJobReport, { ...report, final: false, superseded_by: 43 })
  const heir = { ...mark, job_id: 43, job_key: 'nga-safe-water-sim-2024-r1-43' }
  answer(listFinalHistory, pageOf([heir]))
  show(routerAt(path))
  const note = await screen.findByText(/Superseded by/)
  expect((await within(note).findByRole('link')).getAttribute('href')).toBe(
    '/spatial-catalog/report/nga-safe-water-sim-2024-r1-43',
  )
})

describe('marking as final while another job of the layer is', () => {
  const rival = { ...report, id: 7, job_key: 'nga-7' }
  const history = { ...mark, id: 9, job_id: 7, job_key: 'nga-7', reason: null }
  const open = async () => {
    answer(getJobReport, { ...report, final: false, superseded_by: null })
    show(routerAt(path))
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as final' }))
  }
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

  test('names it, and sends one call with the reason', async () => {
    answer(listFinalHistory, pageOf([history]))
    answer(listJobs, pageOf([rival]))
    answer(markJobsFinal, { msg: '1 job is final now; 1 job superseded.', job_ids: [42], superseded: [] })
    await open()
    const ask = await dialog('Move the final mark')
    expect(callsOf(markJobsFinal)).toEqual([])
    expect(ask.getByRole('list', { name: 'Jobs that lose the mark' }).textContent).toMatch(
      /^First look · Nigeria · safe_water nga-7 by /,
    )
    await userEvent.type(ask.getByLabelText('Reason'), 'Better covariates')
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now; 1 job superseded.')
    expect(callsOf(markJobsFinal)).toEqual([
      { body: { job_ids: [42], final: true, reason: 'Better covariates', superseding: [7] } },
    ])
  })

  test('asks after the rejection if the other job became final a moment ago', async () => {
    answer(listFinalHistory, pageOf([]))
    answer(listJobs, pageOf([]))
    fail(
      markJobsFinal,
      new ApiError(409, 'Job 7 is final and would lose its mark.', [
        { field: 'superseding', message: 'Job 7 is final and would lose its mark.' },
      ]),
    )
    await open()
    const first = await dialog('Mark as final')
    expect(first.getByText(/No job of this layer is final now\./)).toBeTruthy()
    answer(listJobs, pageOf([rival]))
    await userEvent.type(first.getByLabelText('Reason'), 'Better covariates')
    await userEvent.click(first.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog('Move the final mark')
    expect(ask.getByRole('list', { name: 'Jobs that lose the mark' }).textContent).toMatch(
      /^First look · Nigeria · safe_water nga-7 by /,
    )
    expect(callsOf(markJobsFinal)).toHaveLength(1)
  })
})

test('removes the final mark with a reason', async () => {
  answer(markJobsFinal, { msg: '1 job is no longer final.', job_ids: [42], superseded: [] })
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove final' }))
  const form = within(await screen.findByRole('dialog', { name: 'Remove final' }))
  await userEvent.type(form.getByLabelText('Reason (optional)'), 'Wrong survey')
  await userEvent.click(form.getByRole('button', { name: 'Remove final' }))
  await screen.findByText('1 job is no longer final.')
  expect(callsOf(markJobsFinal)).toEqual([{ body: { job_ids: [42], final: false, reason: 'Wrong survey' } }])
})

test('the link of an output comes with snippets for QGIS, R, Python and the shell', async () => {
  const url = 'http://localhost:8092/api/v1/files/signed/abc/mean.tif'
  answer(linkJobOutput, { url, expires_at: '2026-11-20T10:10:00Z' })
  const signed = 'http://localhost:8092/api/v1/tiles/signed/abc/{z}/{x}/{y}'
  answer(linkJobTiles, { url: signed, expires_at: '2026-11-20T10:10:00Z', minzoom: 0, maxzoom: 5 })
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: /^Copy link of mean\.tif/ }))
  const popover = within(await screen.findByRole('dialog', { name: 'Link of mean.tif' }))
  expect((await popover.findByLabelText('Link')).textContent).toBe(url)
  expect(popover.getByLabelText('Snippet for QGIS').textContent).toBe(`/vsicurl?empty_dir=yes&url=${url}`)
  await userEvent.click(popover.getByRole('tab', { name: 'R' }))
  expect(popover.getByLabelText('Snippet for R').textContent).toBe(
    `library(terra)\nsetGDALconfig("GDAL_DISABLE_READDIR_ON_OPEN", "EMPTY_DIR")\nmean <- rast("/vsicurl/${url}")`,
  )
  await userEvent.click(popover.getByRole('tab', { name: 'Python' }))
  expect(popover.getByLabelText('Snippet for Python').textContent).toContain(`rasterio.open("${url}")`)
  expect((await popover.findByLabelText('Signed tiles')).textContent).toBe(signed)
  await userEvent.selectOptions(popover.getByLabelText('Works for'), '1 day')
  await waitFor(() =>
    expect(callsOf(linkJobOutput).at(-1)).toEqual({
      params: { id: 42, type: 'mean' },
      body: { minutes: 1440 },
    }),
  )
})

test('says why a link could not be made', async () => {
  fail(linkJobOutput, new ApiError(404, 'The file of this output is gone.'))
  fail(linkJobTiles, new ApiError(404, 'It has no tiles any more.'))
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: /^Copy link of mean\.tif/ }))
  await screen.findByText('The file of this output is gone.')
  await screen.findByText('It has no tiles any more.')
})

test('viewers see no actions that change anything', async () => {
  reset('viewer')
  show(routerAt(path))
  await screen.findByRole('heading', { level: 1 })
  for (const name of ['Mark as final', 'Remove final', 'Tags', 'Improve'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Improve' })).toBeNull()
})

test('shows the modelled and the direct national figure, and the urban share', async () => {
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

test('warns beside the national figure if towns may count too much', async () => {
  const message = 'The survey marks urban clusters, but has no weights.'
  const { national } = report.diagnostics as { national: object }
  answer(getJobReport, {
    ...report,
    layer: { ...report.layer, columns: { urban: 'urban' } },
    diagnostics: { national, parameters: { weighted: false }, findings: [{ kind: 'urban-share', message }] },
  })
  show(routerAt(path))
  const card = await screen.findByRole('region', { name: 'National figure' })
  expect(within(card).getByText(message)).toBeTruthy()
  expect(screen.queryByText(/The country's figure is/)).toBeNull()
})

test('labels a raked national figure, beside what the model alone gives', async () => {
  const national = { ...(report.diagnostics as { national: object }).national, raked_to: 0.4, unraked: 0.346 }
  answer(getJobReport, { ...report, diagnostics: { national, parameters: {} } })
  show(routerAt(path))
  const table = within(await screen.findByRole('table', { name: 'National figure' }))
  expect(table.getByText('Modelled, raked')).toBeTruthy()
  expect(
    screen.getByText(/to a given national prevalence of\s+40\.0\s%\. The model alone gives 34\.6\s%/),
  ).toBeTruthy()
})

test('lists raked admin units, beside what the model alone gives', async () => {
  const national = {
    ...(report.diagnostics as { national: object }).national,
    raked_to: null,
    unraked: 0.346,
  }
  const raked_units = [{ level: 1, name: 'Kano', raked_to: 0.41, unraked: 0.382 }]
  answer(getJobReport, { ...report, diagnostics: { national, raked_units, parameters: {} } })
  show(routerAt(path))
  const table = within(await screen.findByRole('table', { name: 'Raked units' }))
  expect(table.getByRole('row', { name: /Kano \(ADM1\)\s*41\.0\s%\s*38\.2\s%/ })).toBeTruthy()
  expect(screen.getByText('Modelled, raked')).toBeTruthy()
})

test('shows no card for the national figure if there is none', async () => {
  answer(getJobReport, { ...report, diagnostics: { parameters: {} } })
  show(routerAt(path))
  await screen.findByRole('heading', { name: 'Cross-validation' })
  expect(screen.queryByRole('table', { name: 'National figure' })).toBeNull()
})
