import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listBands } from '#contract/rasters/band-list.ts'
import { getBand, getBandValue } from '#contract/rasters/bands.ts'
import { getRasterDifference, getRasterPercentiles } from '#contract/viewing/viewing.ts'
import { getJobValue } from '#contract/jobs/job-outputs.ts'
import { getJobReport, listJobs, listTargets } from '#contract/jobs/jobs.ts'
import { findRecords } from '#contract/search.ts'
import { listCountries } from '#contract/places/countries.ts'
import { ApiError } from '~/api/api-error.ts'
import { typeAtOnce } from '../../support/browser/type-at-once.ts'
import { answer, callsOf, fail } from '../support/fake-api.ts'
import { drawn } from '../support/fake-map.ts'
import { aBand } from '../support/raster-fakes.ts'
import { report, valuesOf } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { nothingFound, pageOf } from '../support/submission-fakes.ts'
import { nigeria, prepareRasters, title } from '../support/raster-screens.ts'

beforeEach(prepareRasters)

describe('a band compared with another raster', () => {
  const found = {
    cells: 1000,
    only_one: 5,
    differing: 250,
    mean: 1.5,
    sd: 4.25,
    mean_absolute: 3,
    root_mean_square: 4.5,
    min: -20,
    max: 30,
    p05: -6,
    p95: 12.5,
    correlation: 0.97,
    histogram: [1, 2],
    same_grid: false,
    step: 1,
  }
  const low = { ...aBand({ id: 12 }).statistics, min: -10, max: 1000 }
  const PATH = '/raster/band-catalog/11'
  const tiles = () => drawn.maps.map((map) => map.tiles.at(-1)?.replace(/^.*\/v1\//, ''))
  beforeEach(() => {
    answer(getRasterDifference, found)
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      id === 14
        ? aBand({ id, name: 'rain', unit: 'mm', statistics: low })
        : aBand({ id, ...(id === 12 && { statistics: low }) }),
    )
    answer(listBands, ({ query }: { query: { overlaps?: number[] } }) =>
      pageOf((query.overlaps ? [11, 12] : [11, 12, 13]).map((id) => aBand({ id }))),
    )
    answer(listJobs, ({ query }: { query: { id?: number[]; data_description?: string } }) =>
      pageOf(query.data_description || (query.id && !query.id.includes(42)) ? [] : [report]),
    )
    answer(listTargets, pageOf(['safe_water']))
    answer(findRecords, nothingFound)
    answer(getJobReport, report)
  })

  test('opens on its country if that lies on both sides of 180°', async () => {
    const fiji: [number, number, number, number] = [177, -21, -178, -12]
    const globe: [number, number, number, number] = [-179.96, -21, 179.96, -12]
    answer(listCountries, pageOf([{ ...nigeria, iso3_code: 'FJI', bounds: fiji }]))
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      aBand({ id, iso3_code: 'FJI', crs: 32760, bounds_degrees: globe }),
    )
    show(routerAt(`${PATH}?compare=band-12`))
    await waitFor(() => expect(drawn.maps.map(({ options }) => options.bounds)).toEqual([fiji, fiji]))
    expect(drawn.maps.map(({ options }) => options.extent)).toEqual([globe, globe])
  })

  test('hatches each raster in its own extent, also where they do not overlap', async () => {
    const [west, east]: [number, number, number, number][] = [
      [2, 4, 8, 14],
      [9, 4, 15, 14],
    ]
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      aBand({ id, bounds_degrees: id === 11 ? west : east }),
    )
    show(routerAt(`${PATH}?compare=band-12`))
    await waitFor(() => expect(drawn.maps.map(({ options }) => options.extent)).toEqual([west, east]))
    expect(drawn.maps.map(({ options }) => options.bounds)).toEqual([
      [2, 4, 15, 14],
      [2, 4, 15, 14],
    ])
    expect(screen.getByText('Hatched: no value')).toBeTruthy()
  })

  test('is chosen by keyboard among those that overlap; both have one range of colours', async () => {
    const router = routerAt(PATH)
    show(router)
    await title('elevation_11')
    await userEvent.click(screen.getByRole('button', { name: 'Compare with…' }))
    const field = await screen.findByRole('combobox', { name: 'Search bands and job outputs' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    const list = within(screen.getByRole('listbox', { name: 'bands and job outputs' }))
    const options = await list.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'elevation_12m · 2020',
      'First look · Nigeria · safe_water, job 42mean',
    ])
    expect(callsOf(listJobs)[0]?.query).toMatchObject({ status: ['completed'], iso3_code: ['NGA'] })
    await userEvent.type(field, 'elev')
    await waitFor(() =>
      expect(callsOf(listBands).at(-1)?.query).toMatchObject({ name: 'elev', overlaps: [11] }),
    )
    await waitFor(() => expect(list.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ compare: 'band-12' }))
    await screen.findByRole('region', { name: 'Comparison' })
    await waitFor(() =>
      expect(tiles()).toEqual([
        'bands/11/tiles/{z}/{x}/{y}?ramp=viridis&min=-10&max=2096',
        'bands/12/tiles/{z}/{x}/{y}?ramp=viridis&min=-10&max=2096',
      ]),
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Compare with…' }))
    await screen.findByText('m; the same colours in both')
    // Their maps move together.
    const view = { zoom: 6, latitude: 8, longitude: 9 }
    act(() => drawn.maps[0].options.onMove?.(view))
    expect(drawn.maps[1].views.at(-1)).toEqual(view)

    answer(getBandValue, ({ params }: { params: { id: number } }) => ({
      value: params.id === 11 ? 40 : 35.5,
    }))
    act(() => drawn.maps[0].options.onPoint({ latitude: 8, longitude: 9 }, ['Kwara'], []))
    await screen.findByText('35.5 m')
    expect(screen.getByText('−4.5 m')).toBeTruthy()

    await userEvent.click(screen.getByRole('radio', { name: 'Swipe' }))
    const swipe = await screen.findByRole('slider', { name: 'Swipe between A and B' })
    fireEvent.change(swipe, { target: { value: '30' } })
    fireEvent.keyUp(swipe, { key: 'ArrowLeft' })
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ compare: 'band-12', mode: 'swipe', swipe: 30 }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Close the comparison' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    await screen.findByRole('region', { name: 'Map' })
  })

  describe('finds every completed job', () => {
    /** Types after the latest jobs are shown; answers the texts of the options. */
    const type = async (text: string) => {
      const router = routerAt(PATH)
      show(router)
      await title('elevation_11')
      await userEvent.click(screen.getByRole('button', { name: 'Compare with…' }))
      const field = await screen.findByRole('combobox', { name: 'Search bands and job outputs' })
      await screen.findByRole('option', { name: /job 42/ })
      typeAtOnce(field, text)
      return router
    }
    const asked = () =>
      callsOf(listJobs)
        .slice(1)
        .map(({ query }) => query)
    const kenyan = { ...report, id: 7, country: 'Kenya', iso3_code: 'KEN', target: 'stunting' }

    test('by key, with the search of the palette, once typing pauses', async () => {
      answer(findRecords, {
        ...nothingFound,
        jobs: [{ id: 7, name: 'Kenya · stunting', job_key: 'ken-stunting-7', status: 'completed' }],
      })
      answer(listJobs, ({ query }: { query: { id?: number[] } }) => pageOf(query.id ? [kenyan] : [report]))
      answer(listBands, pageOf([]))
      const router = await type('ken-stunting')
      await screen.findByRole('option', { name: /Kenya · stunting, job 7/ })
      expect(callsOf(findRecords)).toEqual([{ query: { words: 'ken-stunting' } }])
      expect(asked()).toContainEqual(
        expect.objectContaining({ id: [7], status: ['completed'], sort_order: 'desc', limit: 50 }),
      )
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(router.state.location.search).toEqual({ compare: 'job-7-mean' }))
    })

    test('by target and words of the description, in its country; a job found twice is shown once', async () => {
      answer(listJobs, pageOf([report]))
      await type('water')
      await waitFor(() => expect(asked()).toHaveLength(2))
      expect(asked()).toEqual([
        expect.objectContaining({ iso3_code: ['NGA'], target: ['safe_water'], status: ['completed'] }),
        expect.objectContaining({ iso3_code: ['NGA'], data_description: 'water', status: ['completed'] }),
      ])
      await screen.findByText(/^Bands whose extent overlaps/)
      expect(screen.getAllByRole('option', { name: /job 42/ })).toHaveLength(1)
    })

    test('says that it searches, that nothing was found, and that there are more', async () => {
      answer(listBands, pageOf([]))
      let settle = () => {}
      answer(findRecords, () => new Promise((resolve) => (settle = () => resolve(nothingFound))))
      answer(listJobs, ({ query }: { query: { data_description?: string } }) =>
        query.data_description ? pageOf([]) : pageOf([report], 1204),
      )
      await type('zinc')
      await screen.findByText('Searching bands and jobs…')
      expect(screen.queryByText('Nothing found')).toBeNull()
      await waitFor(() => expect(callsOf(findRecords)).toHaveLength(1))
      act(() => settle())
      await screen.findByText('Nothing found')
      await userEvent.clear(screen.getByRole('combobox', { name: 'Search bands and job outputs' }))
      await screen.findByText(/Shown: the latest 50 jobs; type more to find the others\.$/)
      await screen.findByRole('option', { name: /job 42/ })
    })

    test('shows why a search failed, keeps the text, and retries', async () => {
      fail(findRecords, new ApiError(503, 'Try again shortly.'))
      await type('water')
      await screen.findByText('Try again shortly.')
      expect(screen.queryByText('Nothing found')).toBeNull()
      const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search bands and job outputs' })
      expect(field.value).toBe('water')
      answer(findRecords, nothingFound)
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await screen.findByRole('option', { name: /job 42/ })
      expect(screen.queryByText('Try again shortly.')).toBeNull()
    })
  })

  test('their difference has a centred ramp and statistics', async () => {
    show(routerAt(`${PATH}?compare=band-12&mode=difference`))
    await screen.findByText('Blue: B is higher; red: A is higher')
    await waitFor(() =>
      expect(tiles()).toEqual(['difference/tiles/{z}/{x}/{y}?one=band-11&other=band-12&limit=12.5']),
    )
    expect(callsOf(getRasterDifference)).toEqual([{ query: { one: 'band-11', other: 'band-12' } }])
    const statistics = screen.getByLabelText('Statistics of the difference').textContent
    for (const one of ['+1.5', '4.25', '−6 to +12.5', '−20 and +30', '0.970', '1\u202f000', '25.00 %'])
      expect(statistics).toContain(one)
    expect(screen.getByText(/^B has another grid/)).toBeTruthy()
  })

  test('if one of them is very skewed, both open with their middle 96 %', async () => {
    answer(getBand, ({ params: { id } }: { params: { id: number } }) =>
      aBand({ id, ...(id === 12 && { statistics: { ...low, sd: 10 } }) }),
    )
    answer(getRasterPercentiles, { p2: 1, p5: 2, p95: 40, p98: 50, cells: 900, exact: true })
    show(routerAt(`${PATH}?compare=band-12`))
    await waitFor(() =>
      expect(tiles()).toEqual(
        [11, 12].map((id) => `bands/${id}/tiles/{z}/{x}/{y}?ramp=viridis&min=1&max=50`),
      ),
    )
    expect(screen.getByLabelText<HTMLSelectElement>('Values of the colours').value).toBe('p2_98')
  })

  test('with another unit, each has its own range, and a chosen one is that of the first', async () => {
    show(routerAt(`${PATH}?compare=band-14&range=5_10`))
    await screen.findByText('The units differ: A is in m, B in mm.')
    await waitFor(() =>
      expect(tiles()).toEqual([
        'bands/11/tiles/{z}/{x}/{y}?ramp=viridis&min=5&max=10',
        'bands/14/tiles/{z}/{x}/{y}?ramp=viridis&min=-10&max=1000',
      ]),
    )
    expect(screen.getByText('B: rain, mm')).toBeTruthy()
  })

  test('the output of a job is one of its surfaces', async () => {
    const router = routerAt(`${PATH}?compare=job-42-mean`)
    show(router)
    await waitFor(() =>
      expect(tiles()[1]).toBe('jobs/42/tiles/mean/{z}/{x}/{y}?ramp=viridis&min=0.08&max=0.82'),
    )
    answer(getBandValue, { value: null })
    answer(getJobValue, valuesOf({ mean: 0.25, lower: 0, upper: 1, width: 1 }))
    act(() => drawn.maps[1].options.onPoint({ latitude: 8, longitude: 9 }, [], []))
    await screen.findByText('0.25 share')
    expect(screen.getByText('No value')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'People' })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Width' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ compare: 'job-42-width' }))
    await waitFor(() =>
      expect(callsOf(getRasterDifference).at(-1)).toEqual({
        query: { one: 'band-11', other: 'job-42-width' },
      }),
    )
  })

  test('rasters that do not overlap say so; another failure can be retried', async () => {
    const apart = 'The two rasters do not overlap, so they have no cell in common.'
    fail(getRasterDifference, new ApiError(422, apart))
    show(routerAt(`${PATH}?compare=band-13&mode=difference`))
    await screen.findByText(apart)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(drawn.maps).toHaveLength(0)
    cleanup()
    fail(getRasterDifference, new ApiError(503, 'Try again shortly.'))
    show(routerAt(`${PATH}?compare=band-12&mode=difference`))
    await screen.findByText('Try again shortly.')
    answer(getRasterDifference, found)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Statistics of the difference')
  })

  test.each([
    ['job-9-mean', 'There is no job 9. It may have been deleted. Choose another raster to compare with.'],
    ['job-42-people', "Job 42 has no output 'people'. Choose another raster to compare with."],
  ])('%s is absent, which is said in place of the maps', async (name, sentence) => {
    show(routerAt(`${PATH}?compare=${name}`))
    await screen.findByText(sentence)
    expect(drawn.maps).toHaveLength(0)
  })

  test('a job that is still running has no maps to compare with', async () => {
    answer(getJobReport, { ...report, status: 'running', bounds: null, surfaces: null })
    show(routerAt(`${PATH}?compare=job-42-mean`))
    await screen.findByText(/^Job 42 has no maps; its status is running\./)
    expect(drawn.maps).toHaveLength(0)
  })
})
