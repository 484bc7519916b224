import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { getJobDifference } from '#contract/viewing/job-difference.ts'
import { getJobValue, listJobAdmData } from '#contract/jobs/job-outputs.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { getJobReport, listJobs } from '#contract/jobs/jobs.ts'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { ApiError } from '~/api/api-error.ts'
import { metricChange } from '~/components/jobs/compare/metric-change.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { drawn } from '../support/fake-map.ts'
import { report, valuesOf } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'
import { thumbnailsIn } from '../support/thumbnails.ts'

const layer = { ...report.layer, survey_id: 3, columns: { n: 'n' }, draws: 500 }
const one: JobReport = { ...report, layer, seed: 1, r2_block: 0.3, lpd_block: -1200, coverage_block: 0.99 }
const two: JobReport = {
  ...one,
  id: 43,
  job_key: 'nga-safe-water-sim-2024-r1-43',
  final: false,
  seed: 2,
  layer: { ...layer, seed: 2 },
  r2_block: 0.35,
  lpd_block: -1210,
  coverage_block: 0.95,
  surfaces: { ...report.surfaces!, mean: { min: 0.02, max: 0.6, mean: 0.3, histogram: [1] } },
}
const found = {
  cells: 1000,
  only_one: 0,
  mean: 0.012,
  mean_absolute: 0.02,
  root_mean_square: 0.03,
  min: -0.2,
  max: 0.3,
  p05: -0.05,
  p95: 0.08,
  correlation: 0.97,
  histogram: [1, 2],
  differing: 300,
  sd: 0.05,
  same_grid: true,
  step: 1,
}
const aCountry = {
  iso3_code: 'FJI',
  iso2_code: 'FJ',
  numeric_code: '242',
  name: 'Fiji',
  region: 'Oceania',
  sub_region: null,
  intermediate_region: null,
}
const PATH = '/spatial-catalog/compare'
const all = [one, two]
const reportsOf = (...reports: JobReport[]) =>
  answer(getJobReport, ({ params }: { params: { job_key: string } }) =>
    reports.find((job) => job.job_key === params.job_key)!,
  )

beforeEach(() => {
  resetApi(['viewer'])
  answer(listJobs, ({ query }: { query: { id?: number[] } }) =>
    pageOf(all.filter(({ id }) => query.id?.includes(id))),
  )
  answer(listFinalHistory, pageOf([]))
  answer(listJobAdmData, pageOf([]))
  answer(getJobDifference, found)
  answer(getJobValue, ({ params }: { params: { id: number } }) =>
    valuesOf({ mean: params.id === 42 ? 0.4 : 0.45, lower: 0, upper: 1, width: 1 }),
  )
  reportsOf(one, two)
})

describe('two jobs side by side', () => {
  test('only what differs, and the metrics with their change from the first', async () => {
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    const differs = await screen.findByRole('table', { name: 'What differs' })
    const names = within(differs).getAllByRole('rowheader')
    expect(names.map(({ textContent }) => textContent)).toEqual(['Final', 'seed'])
    expect(thumbnailsIn(differs)).toEqual([one.job_key, two.job_key])
    const metrics = screen.getByRole('table', { name: 'Metrics' })
    const cellsOf = (name: string) =>
      within(within(metrics).getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cellsOf('R², block folds')).toEqual(['0.300', '0.350+0.050 · better'])
    expect(cellsOf('Log predictive density, block folds')[1]).toContain('−10.0 · worse')
    // Neither is known to be wrong.
    expect(cellsOf('Coverage of 95 %, block folds')[1]).toBe('95.0\u202f%−4.0\u00a0points')
    expect(within(metrics).queryByRole('row', { name: /^RMSE, block folds/ })).toBeNull()
    expect(screen.getByText(/RMSE, block folds –; /).textContent).toMatch(/^The same in both: /)
    const regions = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(regions).toEqual(['Maps', 'What differs', 'Metrics'])
  })

  test('maps of all longitudes open on their country if that lies on both sides of 180°', async () => {
    const fiji: [number, number, number, number] = [177, -21, -178, -12]
    const globe: [number, number, number, number] = [-180, -21, 180, -12]
    answer(listCountries, pageOf([{ ...aCountry, bounds: fiji }]))
    reportsOf(...[one, two].map((job) => ({ ...job, iso3_code: 'FJI', bounds: globe })))
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    const around = [177, -21, 182, -12]
    await waitFor(() => expect(drawn.maps.map(({ options }) => options.bounds)).toEqual([around, around]))
  })

  test.each([
    ['c', 'c', 'The result is reproduced: all 2 output files are identical, byte for byte (SHA-256).'],
    ['c', 'f', '1 of 2 output files differ: sd.tif.'],
    ['f', 'f', 'All 2 output files differ.'],
  ])(
    'whether their output files are identical, apart from those of one run (%s %s)',
    async (m, sd, words) => {
      const [mean] = report.outputs
      const outputs = (meanOf: string, sha256: string, log: string) => [
        { ...mean!, sha256: meanOf },
        { ...mean!, type: 'sd' as const, name: 'sd.tif', sha256 },
        { ...mean!, type: 'log' as const, name: 'log.txt', sha256: log },
        { ...mean!, type: 'diagnostics' as const, name: 'diagnostics.json', sha256: log },
        { ...mean!, type: 'methods' as const, name: 'methods.html', sha256: log },
      ]
      reportsOf({ ...one, outputs: outputs('c', 'c', 'd') }, { ...two, outputs: outputs(m, sd, 'e') })
      show(routerAt(`${PATH}?jobs=42&jobs=43`))
      await screen.findByText(words)
    },
  )

  const foldedAs = (job: JobReport, part: object) => ({
    ...job,
    diagnostics: {
      ...report.diagnostics!,
      fold_sizes: { cv_random: [50, 51], cv_block: [10, 180] },
      ...part,
    },
  })

  test('block folds of another length are shown, and give no verdict', async () => {
    const parameters = { seed: 1, folds: 2, block_folds: 2, block_km: 145 }
    reportsOf(foldedAs(one, { parameters }), foldedAs(two, { parameters: { ...parameters, block_km: 151 } }))
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText(/block folds differ \(blocks of 145 km and 151 km\)/)
    const cellsOf = (name: RegExp) =>
      within(screen.getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cellsOf(/^Block length/)).toEqual(['145 km', '151 km'])
    expect(screen.getByText(/^The same in both/).parentElement?.textContent).toContain(
      'Block folds 2 folds of 10 to 180 clusters',
    )
    expect(cellsOf(/^R², block folds/)).toEqual(['0.300', '0.350+0.050'])
    expect(screen.queryByText(/random folds differ/)).toBeNull()
  })

  test('block lengths that differ by less than a kilometre can be distinguished', async () => {
    const parameters = { seed: 1, folds: 2, block_folds: 2, block_km: 168.288 }
    reportsOf(
      foldedAs(one, { parameters }),
      foldedAs(two, { parameters: { ...parameters, block_km: 168.491 } }),
    )
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText(/block folds differ \(blocks of 168\.3 km and 168\.5 km\)/)
    const row = screen.getByRole('row', { name: /^Block length/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['168.3 km', '168.5 km'])
  })

  test('another seed gives other folds, so no verdict', async () => {
    const seeded = (seed: number) => ({ parameters: { seed } })
    reportsOf(foldedAs(one, seeded(1)), foldedAs(two, seeded(2)))
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText(/random folds differ \(another seed/)
    expect(screen.getByText(/block folds differ \(another seed/)).toBeTruthy()
    expect(screen.queryByText(/better$|worse$/)).toBeNull()
  })

  test('a change within the noise of the same folds gives no verdict', async () => {
    const scored = (lpd: number[], squared_error: number[]) => ({
      parameters: { seed: 1 },
      fold_scores: { cv_random: { lpd: [], squared_error: [] }, cv_block: { lpd, squared_error } },
    })
    // Better by squared error in every fold; by density in two of three.
    reportsOf(
      foldedAs(one, scored([-10, -10, -10], [1, 1, 1])),
      foldedAs(two, scored([-5, -7, -19], [0.8, 0.81, 0.82])),
    )
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    const cellsOf = (name: RegExp) =>
      within(screen.getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    await screen.findByRole('table', { name: 'Metrics' })
    expect(cellsOf(/^R², block folds/)[1]).toBe('0.350+0.050 · better')
    expect(cellsOf(/^Log predictive density, block folds/)[1]).toMatch(/−10\.0 · may be chance$/)
  })

  test('coverage is better if intervals became right, not if it is closer to 95 %', async () => {
    const cv = (coverage: number) => ({
      cv_block: { r2: 0.2, coverage_95: coverage, expected_coverage_95: 0.97 },
      parameters: { seed: 1 },
    })
    reportsOf(
      { ...foldedAs(one, cv(0.9)), coverage_block: 0.9 },
      { ...foldedAs(two, cv(0.98)), coverage_block: 0.98 },
    )
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText(/\+8.0.points · better/)
  })

  test('raking is said, and jobs of one title are distinguished wherever they are named', async () => {
    const same = { ...two, seed: 1, layer: one.layer, rake_to: 0.32 }
    reportsOf(one, same)
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    const metrics = await screen.findByRole('table', { name: 'Metrics' })
    const heads = within(metrics).getAllByRole('columnheader').slice(1)
    expect(heads[0]!.textContent).toContain('First look · Nigeria · safe_water · not raked')
    expect(heads[1]!.textContent).toContain('First look · Nigeria · safe_water · raked to 32\u202f%')
    const differs = screen.getByRole('table', { name: 'What differs' })
    expect(within(differs).getByRole('row', { name: /^Raking Not raked Raked to 32/ })).toBeTruthy()
    expect(within(metrics).getByRole('row', { name: /^Raking, after these metrics/ })).toBeTruthy()
    await waitFor(() => expect(drawn.maps).toHaveLength(2))
    expect(drawn.maps[1]!.options.label).toContain('safe_water · raked to 32\u202f%')
  })

  test('jobs on other observations are compared without a verdict', async () => {
    reportsOf(one, { ...two, layer: { ...two.layer, survey_id: 4 } })
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText(/do not use the same observations/)
    expect(screen.queryByText(/better$/)).toBeNull()
  })

  test('both maps have one colour range and move together; the view is in the address', async () => {
    const router = routerAt(`${PATH}?jobs=42&jobs=43`)
    show(router)
    await waitFor(() => expect(drawn.maps).toHaveLength(2))
    await waitFor(() => expect(drawn.maps.every(({ tiles }) => tiles.length > 0)).toBe(true))
    const [left, right] = drawn.maps
    expect(left.tiles.at(-1)).toContain('/jobs/42/tiles/mean/{z}/{x}/{y}?ramp=viridis&min=0.0316&max=0.8027')
    expect(right.tiles.at(-1)).toContain('/jobs/43/tiles/mean/{z}/{x}/{y}?ramp=viridis&min=0.0316&max=0.8027')
    const view = { zoom: 6, latitude: 8, longitude: 9 }
    act(() => left.options.onMove?.(view))
    expect(right.views.at(-1)).toEqual(view)
    expect(left.views.at(-1)).not.toEqual(view)
    act(() => left.options.onView(view))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: '6_8_9' }))
  })

  test('the value of both at the cursor, and their difference', async () => {
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await waitFor(() => expect(drawn.maps).toHaveLength(2))
    act(() => drawn.maps[0].options.onPoint({ latitude: 8, longitude: 9 }, ['Kwara'], []))
    await screen.findByText('Kwara')
    await screen.findByText('5.0 points')
  })

  test.each([
    ['side by side', '', 2],
    ['under a swipe', '&mode=swipe', 2],
    ['as their difference', '&mode=difference', 1],
  ])('maps %s that cannot be drawn say so in their frames', async (_case, mode, count) => {
    drawn.fails = true
    show(routerAt(`${PATH}?jobs=42&jobs=43${mode}`))
    await waitFor(() => expect(screen.getAllByText(/WebGL is missing or disabled/)).toHaveLength(count))
    expect(screen.queryByText(/Part of the maps/)).toBeNull()
    expect(screen.queryByText(/Hover for the values/)).toBeNull()
    expect(screen.getByRole('table', { name: 'Metrics' })).toBeTruthy()
  })

  test('the swipe follows the keyboard, and ends in the address', async () => {
    const router = routerAt(`${PATH}?jobs=42&jobs=43`)
    show(router)
    await userEvent.click(await screen.findByRole('radio', { name: 'Swipe' }))
    const swipe = await screen.findByRole('slider', { name: 'Swipe between A and B' })
    expect(router.state.location.search).toMatchObject({ mode: 'swipe' })
    fireEvent.change(swipe, { target: { value: '30' } })
    expect(router.state.location.search).not.toHaveProperty('swipe')
    fireEvent.keyUp(swipe, { key: 'ArrowLeft' })
    await waitFor(() => expect(router.state.location.search).toMatchObject({ swipe: 30 }))
    expect(swipe.getAttribute('aria-valuetext')).toBe('A covers 30 percent of the width')
  })

  test('the difference has its own map, a centred ramp and statistics', async () => {
    show(routerAt(`${PATH}?jobs=43&jobs=42&mode=difference&surface=upper`))
    await waitFor(() =>
      expect(drawn.maps.at(-1)?.tiles.at(-1)).toContain(
        '/jobs/43/difference/42/upper/tiles/{z}/{x}/{y}?limit=0.08',
      ),
    )
    expect(drawn.maps).toHaveLength(1)
    expect(callsOf(getJobDifference).map(({ params }) => params)).toEqual([
      { id: 43, other: 42, surface: 'upper' },
    ])
    expect(screen.getByText('+1.2 points')).toBeTruthy()
    expect(screen.getByText('0.970')).toBeTruthy()
    // Which job is A and which is B.
    const [a, b] = screen.getAllByText(/^[AB]: /)
    expect(a?.textContent).toMatch(/^A: .*seed 2/)
    expect(b?.textContent).toMatch(/^B: .*seed 1/)
  })

  test('the statistics say how many cells differ, and what was resampled', async () => {
    answer(getJobDifference, { ...found, differing: 250, same_grid: false, step: 4 })
    show(routerAt(`${PATH}?jobs=43&jobs=42&mode=difference`))
    await screen.findByText('Of these, with different values')
    expect(screen.getByText('25.00 %')).toBeTruthy()
    expect(screen.getByText(/^B has another grid/)).toBeTruthy()
    expect(screen.getByText(/a cell stands for 4 × 4 cells of A\.$/)).toBeTruthy()
  })
  test('a difference that cannot be computed says why; the rest stays', async () => {
    fail(getJobDifference, new ApiError(422, 'The two rasters have no cell in common.'))
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText('The two rasters have no cell in common.')
    expect(screen.getByRole('table', { name: 'Metrics' })).toBeTruthy()
  })

  test('jobs without maps are still compared', async () => {
    reportsOf(one, { ...two, bounds: null, surfaces: null, status: 'failed' })
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText(/must be completed with maps/)
    expect(thumbnailsIn(screen.getByRole('table', { name: 'What differs' }))).toEqual([one.job_key])
    expect(drawn.maps).toHaveLength(0)
  })
})

describe('states', () => {
  test.each(['', '?jobs=42', '?jobs=what', '?jobs=42&jobs=42'])(
    '%s asks for jobs to choose',
    async (query) => {
      show(routerAt(PATH + query))
      await screen.findByText('Choose two to four jobs')
      expect(screen.getByRole('link', { name: 'Open the Product Catalog' })).toBeTruthy()
    },
  )

  test('jobs that do not exist are named, the others compared', async () => {
    show(routerAt(`${PATH}?jobs=42&jobs=43&jobs=99`))
    await screen.findByText(/There is no job 99\./)
    await screen.findByRole('table', { name: 'Metrics' })
  })

  test('a failure can be retried', async () => {
    fail(listJobs, new ApiError(503, 'The database does not answer.'))
    show(routerAt(`${PATH}?jobs=42&jobs=43`))
    await screen.findByText('The database does not answer.')
    answer(listJobs, pageOf(all))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('table', { name: 'Metrics' })
  })

  test('forbidden says who can help', async () => {
    fail(listJobs, new ApiError(403, 'Your role may not list jobs.'))
    show(routerAt(`${PATH}?jobs=43&jobs=42`))
    await screen.findByText('You cannot see this list')
  })
})

describe('an improvement', () => {
  test('shows on its report what it changed and gained', async () => {
    reportsOf(one, { ...two, layer: { ...two.layer, improves: 42 } })
    show(routerAt(`/spatial-catalog/report/${two.job_key}`))
    const card = within(await screen.findByRole('region', { name: 'Compared with the improved job' }))
    await card.findByText(/\+0\.050 · better/)
    expect(card.getByRole('link', { name: 'Compare the maps' }).getAttribute('href')).toBe(
      `${PATH}?jobs=42&jobs=43`,
    )
    const differs = within(card.getByRole('table', { name: 'What differs' }))
    expect(differs.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Final', 'seed'])
  })
})

describe('the change of a metric', () => {
  test.each([
    ['rmse_block', 0.2, 0.15, '−5.00\u00a0points', 'better'],
    ['coverage_random', 0.95, 0.9, '−5.0\u00a0points', undefined],
    ['duration_s', 60, 90, '+30 s', undefined],
    ['r2_block', 0.30001, 0.30002, 'no change', undefined],
    ['rmse_block', 0.1, 0.100_000_001, 'no change', undefined],
  ] as const)('%s from %f to %f', (figure, before, after, text, verdict) => {
    expect(metricChange(figure, before, after)).toEqual({ text, verdict })
  })
  test('needs both', () => expect(metricChange('r2_block', null, 0.3)).toBeUndefined())
})
