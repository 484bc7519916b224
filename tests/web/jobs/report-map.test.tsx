import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { getJobValue, listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { middleRange } from '#contract/jobs/surface-range.ts'
import { formatRange, parseRange } from '~/components/jobs/report/map/colour-range.ts'
import { isUncertain, unitValue, unitsStyle } from '~/components/jobs/report/map/units-style.ts'
import { rampColour } from '~/components/map/legend/ramps.ts'
import { getRasterProfile } from '#contract/viewing/viewing.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { drawn } from '../support/fake-map.ts'
import { report, units, valuesOf } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const path = `/spatial-catalog/report/${report.job_key}`
const withThreshold = {
  ...report,
  layer: { ...report.layer, exceedance_threshold: 0.2 },
  surfaces: { ...report.surfaces!, exceedance: { min: 0.1, max: 0.9, mean: 0.5, histogram: [1, 4, 2] } },
  outputs: [...report.outputs, { ...report.outputs[0], type: 'exceedance' as const, name: 'exceedance.tif' }],
}
const aCountry = {
  iso2_code: null,
  numeric_code: null,
  region: null,
  sub_region: null,
  intermediate_region: null,
}
const lastStyle = () => drawn.maps.at(-1)!.looks.at(-1)!
const onMap = () => waitFor(() => expect(drawn.maps).toHaveLength(1))

beforeEach(() => {
  resetApi()
  answer(getJobReport, report)
  answer(listJobAdmData, pageOf(units))
  answer(listFinalHistory, pageOf([]))
  answer(getJobValue, valuesOf({ mean: 0.5, lower: 0.4, upper: 0.6, width: 0.2 }))
})

test('a surface of all longitudes opens on its country if that lies on both sides of 180°', async () => {
  const bounds: [number, number, number, number] = [177, -21, -178, -12]
  answer(getJobReport, { ...report, iso3_code: 'FJI', bounds: [-180, -21, 180, -12] })
  answer(listCountries, pageOf([{ ...aCountry, iso3_code: 'FJI', name: 'Fiji', bounds }]))
  show(routerAt(path))
  await waitFor(() => expect(drawn.maps.map(({ options }) => options.bounds)).toEqual([bounds]))
})

describe('colours', () => {
  test('are fitted to the surface that is shown, and may be the same for mean, lower and upper', async () => {
    const router = routerAt(path)
    show(router)
    await waitFor(() => expect(drawn.lastTiles()).toContain('min=0.1145&max=0.8027'))
    await screen.findByText(/^Colours: 11\.5.% and less to 80\.3.% and more$/)
    await userEvent.click(screen.getByRole('radio', { name: 'Upper' }))
    await waitFor(() =>
      expect(drawn.lastTiles()).toContain('/tiles/upper/{z}/{x}/{y}?ramp=viridis&min=0.2327'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Colours' }))
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Same colours for mean, lower and upper' }),
    )
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ surface: 'upper', same_colours: true }),
    )
    expect(drawn.lastTiles()).toContain('min=0.06127&max=0.8837')
    await userEvent.selectOptions(screen.getByLabelText('Values of the colours'), 'all')
    await waitFor(() => expect(drawn.lastTiles()).toContain('min=0.03&max=0.9'))
  })

  test('leave out the same share of cells at both ends', () => {
    const skewed = { min: 0, max: 1, mean: 0.1, histogram: [90, 8, 0, 0, 1, 0, 0, 0, 0, 1] }
    expect(middleRange(skewed, 0.05)).toEqual({ min: 0.005556, max: 0.1625 })
    expect(middleRange(skewed, 0)).toEqual({ min: 0, max: 1 })
    expect(middleRange({ ...skewed, histogram: [] }, 0.02)).toEqual({ min: 0, max: 1 })
    expect(middleRange({ min: 0.3, max: 0.3, histogram: [7] }, 0.02)).toEqual({ min: 0.3, max: 0.3 })
  })

  test('the range is edited in percent, kept in the link, and reset', async () => {
    const router = routerAt(`${path}?range=all`)
    show(router)
    await userEvent.click(await screen.findByRole('button', { name: 'Colours' }))
    const to = await screen.findByLabelText('to')
    fireEvent.change(to, { target: { value: '60' } })
    fireEvent.blur(to)
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '8_60' }))
    expect(drawn.lastTiles()).toContain('min=0.08&max=0.6')
    await userEvent.click(await screen.findByRole('button', { name: 'Use the data’s range' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  test('an end with many digits is rounded, not lost', async () => {
    const router = routerAt(`${path}?range=all`)
    show(router)
    await userEvent.click(await screen.findByRole('button', { name: 'Colours' }))
    const to = await screen.findByLabelText('to')
    fireEvent.change(to, { target: { value: '60.1264' } })
    fireEvent.blur(to)
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '8_60.13' }))
    expect(drawn.lastTiles()).toContain('min=0.08&max=0.6013')
  })

  test('both ends are typed one after the other; Enter applies them and keeps the popover open', async () => {
    const router = routerAt(`${path}?range=all`)
    show(router)
    await userEvent.click(await screen.findByRole('button', { name: 'Colours' }))
    const from = await screen.findByLabelText('from')
    const to = screen.getByLabelText('to')
    await userEvent.clear(from)
    await userEvent.type(from, '30')
    await userEvent.tab()
    expect(document.activeElement).toBe(to)
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '30_82' }))
    expect(document.activeElement).toBe(to)
    await userEvent.clear(to)
    await userEvent.type(to, '60{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '30_60' }))
    expect(document.activeElement).toBe(to)
    expect(screen.getByRole('dialog', { name: 'Colours' })).toBeTruthy()
  })

  test('an end beyond the other one is not applied, and says why', async () => {
    const router = routerAt(`${path}?range=all`)
    show(router)
    await userEvent.click(await screen.findByRole('button', { name: 'Colours' }))
    const from = await screen.findByLabelText('from')
    const to = screen.getByLabelText('to')
    fireEvent.change(to, { target: { value: '2' } })
    fireEvent.keyDown(to, { key: 'Enter' })
    await screen.findByText('‘to’ must be above 8')
    expect(to).toHaveProperty('value', '2')
    expect(to.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(from, { target: { value: '-1' } })
    fireEvent.blur(from)
    await screen.findByText('‘from’ must be between 0 and 100')
    expect(router.state.location.search).toEqual({ range: 'all' })
    fireEvent.change(from, { target: { value: '1' } })
    fireEvent.blur(from)
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '1_2' }))
    expect(screen.queryByText(/must be/)).toBeNull()
  })

  test('a range in the link survives a change between shares, and ends with another unit', async () => {
    const router = routerAt(`${path}?range=10_50`)
    show(router)
    await userEvent.click(await screen.findByRole('radio', { name: 'Lower' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '10_50', surface: 'lower' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Width' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ surface: 'width' }))
  })

  test('the opacity is in the link', async () => {
    const router = routerAt(path)
    show(router)
    await userEvent.click(await screen.findByRole('button', { name: 'Colours' }))
    fireEvent.change(await screen.findByLabelText(/^Opacity/), { target: { value: '40' } })
    await waitFor(() => expect(router.state.location.search).toEqual({ opacity: 40 }))
    await waitFor(() => expect(lastStyle().opacity).toBe(0.4))
  })

  test.each([
    ['5_62.5', { min: 0.05, max: 0.625 }],
    ['60_5', null],
    ['5_500', null],
    ['wrong', null],
  ])('the range %s', (text, range) => {
    expect(parseRange(text)).toEqual(range)
    if (range) expect(formatRange(range)).toBe(text)
  })
})

describe('clusters', () => {
  test('are on the map, coloured like the surface, unless the link hides them', async () => {
    const router = routerAt(path)
    show(router)
    await waitFor(() => expect(drawn.maps.at(-1)?.looks).toHaveLength(1))
    expect(lastStyle().clusters).toEqual({
      url: `${location.origin}/api/v1/modeling/v1/jobs/42/clusters?max=10000`,
      count: 505,
      ramp: { name: 'viridis', range: { min: 0.1145, max: 0.8027 } },
    })
    await userEvent.click(screen.getByRole('radio', { name: 'Width' }))
    await waitFor(() => expect(lastStyle().clusters?.ramp).toBeNull())
    await userEvent.click(screen.getByRole('checkbox', { name: 'Clusters' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ surface: 'width', clusters: false }))
    expect(lastStyle().clusters).toBeNull()
  })

  test('of a large survey are a sample, and the control says so', async () => {
    const diagnostics = report.diagnostics as { national: object }
    const national = { ...diagnostics.national, clusters: 60_000 }
    answer(getJobReport, { ...report, diagnostics: { ...diagnostics, national } })
    show(routerAt(path))
    expect(await screen.findByRole('checkbox', { name: /^Clusters \(10.000 of 60.000\)$/ })).toBeTruthy()
  })

  test('show their values in a popover', async () => {
    show(routerAt(path))
    await onMap()
    const cluster = {
      cluster: '17',
      numerator: 12,
      denominator: 40,
      observed: 0.3,
      fitted: 0.28,
      held_out: 0.25,
      held_out_lower: 0.1,
      held_out_upper: 0.45,
    }
    act(() => drawn.maps[0].options.onCluster?.({ cluster, x: 300, y: 200, width: 900 }))
    const popover = (await screen.findByText('Cluster 17')).parentElement!
    expect(popover.textContent).toContain('12 of 40')
    expect(popover.textContent).toContain('Predicted without its block25.0\u202f%')
    act(() => drawn.maps[0].options.onCluster?.(null))
    expect(screen.queryByText('Cluster 17')).toBeNull()
  })
})

describe('uncertain cells', () => {
  test('are hatched by default if the layer cannot be used for cells; the legend has the rule', async () => {
    answer(getJobReport, { ...report, verdict: 'adm1' })
    const router = routerAt(`${path}?range=10_50`)
    show(router)
    await waitFor(() =>
      expect(lastStyle().hatch).toContain('/jobs/42/tiles/width/{z}/{x}/{y}?ramp=hatch&min=0.2&max=1'),
    )
    await screen.findByText(/^Hatched: the 95 % interval spans/)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hatch uncertain cells' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '10_50', hatch: false }))
    expect(lastStyle().hatch).toBeUndefined()
    expect(screen.queryByText(/^Hatched: the/)).toBeNull()
  })
  test('are not if it can, unless the person chooses it', async () => {
    answer(getJobReport, { ...withThreshold, verdict: 'cells' })
    const router = routerAt(`${path}?surface=exceedance`)
    show(router)
    await onMap()
    await waitFor(() => expect(lastStyle().hatch).toBeUndefined())
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hatch uncertain cells' }))
    await waitFor(() =>
      expect(lastStyle().hatch).toContain('/tiles/exceedance/{z}/{x}/{y}?ramp=hatch&min=0.05&max=0.95'),
    )
    expect(router.state.location.search).toEqual({ surface: 'exceedance', hatch: true })
  })
  test('that are extrapolated have lines the other way and a key of their own, on any surface', async () => {
    const extrapolated = {
      type: 'extrapolated',
      name: 'e.tif',
      media_type: 'image/tiff',
      size: 9,
      sha256: 'a',
    }
    answer(getJobReport, {
      ...report,
      verdict: 'nation',
      outputs: [...report.outputs, extrapolated],
    } as never)
    const router = routerAt(`${path}?surface=width`)
    show(router)
    await waitFor(() =>
      expect(lastStyle().counterHatch).toContain(
        '/jobs/42/tiles/extrapolated/{z}/{x}/{y}?ramp=counter-hatch&min=0.5&max=1',
      ),
    )
    expect(lastStyle().hatch).toBeUndefined()
    await screen.findByText(/^Extrapolated: far from any cluster/)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hatch uncertain cells' }))
    await waitFor(() => expect(lastStyle().counterHatch).toBeUndefined())
    expect(screen.queryByText(/^Extrapolated:/)).toBeNull()
  })
  test('are not marked where the colours show the width itself', async () => {
    answer(getJobReport, { ...report, verdict: 'nation' })
    show(routerAt(`${path}?surface=width`))
    await onMap()
    await waitFor(() => expect(lastStyle().hatch).toBeUndefined())
    expect(screen.queryByRole('checkbox', { name: 'Hatch uncertain cells' })).toBeNull()
  })
})

test('towns and water are on the map unless the link hides them', async () => {
  const router = routerAt(path)
  show(router)
  await onMap()
  await waitFor(() => expect(lastStyle().places).toBe(true))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Towns and water' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ places: false }))
  expect(lastStyle().places).toBe(false)
})

describe('units', () => {
  test('replace the cells, and the legend states when they are hatched', async () => {
    const router = routerAt(path)
    show(router)
    await userEvent.click(await screen.findByRole('radio', { name: 'Units' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ show: 'units' }))
    const look = lastStyle().units!
    expect(look.placeType).toBe('adm1')
    expect(Object.keys(look.colours).toSorted()).toEqual(['Abia', 'Kano', 'Lagos'])
    await screen.findByText(/^Hatched: the 95 % interval spans/)
  })

  test('the cursor shows the figures of the unit, not of the cell; the legend counts units', async () => {
    show(routerAt(`${path}?show=units`))
    await onMap()
    await screen.findByText('Histogram: 3 units')
    expect(screen.queryByText(/^mean /)).toBeNull()
    const place = { latitude: 12, longitude: 8.5 }
    act(() => drawn.maps[0].options.onPoint(place, ['Kano'], [{ placeType: 'adm1', code: 'Kano' }]))
    const readout = (await screen.findByText('The whole ADM1 unit')).parentElement!
    expect(readout.textContent).toContain('Mean61.0\u202f%')
    expect(readout.textContent).toContain('Lower37.0\u202f%')
    expect(callsOf(getJobValue)).toHaveLength(0)
    act(() => drawn.maps[0].options.onPoint({ latitude: 1, longitude: 1 }, [], []))
    await screen.findByText('No ADM1 unit here')
  })

  test('a pin shows the chosen unit', async () => {
    show(routerAt(`${path}?show=units&pin=9_7&unit=Abia`))
    const readout = (await screen.findByText('The whole ADM1 unit')).parentElement!
    expect(readout.textContent).toContain('AbiaThe whole ADM1 unitMean25.0\u202f%')
  })

  test('one chosen in the table is outlined, and the map moves to it', async () => {
    const router = routerAt(path)
    show(router)
    await onMap()
    await userEvent.click(await screen.findByRole('button', { name: 'Kano' }))
    await waitFor(() => expect(drawn.maps[0].flights).toEqual([{ placeType: 'adm1', code: 'Kano' }]))
    expect(router.state.location.search).toEqual({ unit: 'Kano' })
    expect(drawn.maps[0].highlights.at(-1)).toBe('Kano')
  })

  test('one chosen on the map is chosen in the table, and the map stays', async () => {
    const router = routerAt(path)
    show(router)
    await onMap()
    act(() =>
      drawn.maps[0].options.onPin({ latitude: 9, longitude: 8 }, [
        { placeType: 'adm1', code: 'Abia' },
        { placeType: 'adm2', code: 'Ikeja' },
      ]),
    )
    await waitFor(() => expect(router.state.location.search).toEqual({ pin: '9_8', unit: 'Abia' }))
    expect(screen.getByRole('button', { name: 'Abia' }).getAttribute('aria-pressed')).toBe('true')
    expect(drawn.maps[0].flights).toEqual([])
  })

  const [kano] = units
  test('are uncertain if the interval spans more than half of the colours', () => {
    const range = { min: 0.2, max: 0.6 }
    const wide = { ...kano, modelled_lower: 0.3, modelled_upper: 0.51 }
    expect(isUncertain(wide, 'mean', range)).toBe(true)
    expect(isUncertain({ ...wide, modelled_upper: 0.49 }, 'mean', range)).toBe(false)
    expect(isUncertain(wide, 'width', range)).toBe(false)
    expect(isUncertain({ ...wide, exceedance: 0.5 }, 'exceedance', range)).toBe(true)
    expect(isUncertain({ ...wide, exceedance: 0.97 }, 'exceedance', range)).toBe(false)
  })
  test('have the value of the surface', () => {
    expect((['mean', 'lower', 'upper'] as const).map((surface) => unitValue(kano, surface))).toEqual([
      0.61, 0.37, 0.47,
    ])
    expect(unitValue(kano, 'width')).toBeCloseTo(0.1)
    expect(unitValue({ ...kano, exceedance: 0.8 }, 'exceedance')).toBe(0.8)
  })
  test('have the colour of their value, and none without one', () => {
    const look = unitsStyle([kano, { ...units[1], modelled: null }], 1, 'mean', 'viridis', {
      min: 0.03,
      max: 0.9,
    })
    expect(look.colours).toEqual({ Kano: rampColour('viridis', (0.61 - 0.03) / 0.87) })
  })
})

describe('exceedance', () => {
  test('is shown only for layers with a threshold', async () => {
    show(routerAt(`${path}?surface=exceedance`))
    await waitFor(() => expect(drawn.lastTiles()).toContain('/tiles/mean/'))
    expect(screen.queryByRole('radio', { name: 'Exceedance' })).toBeNull()
  })
  test('has probabilities from 0 to 1 and names its threshold', async () => {
    answer(getJobReport, withThreshold)
    show(routerAt(path))
    await userEvent.click(await screen.findByRole('radio', { name: 'Exceedance' }))
    await waitFor(() =>
      expect(drawn.lastTiles()).toContain('/tiles/exceedance/{z}/{x}/{y}?ramp=magma&min=0&max=1'),
    )
    await screen.findByText(/^P\(prevalence > 20\.0\s%\)$/)
  })
})

describe('people', () => {
  const counted = {
    ...report,
    surfaces: {
      ...report.surfaces!,
      people: { min: 0, max: 512, mean: 40, histogram: [9, 3, 1], highest: 20_480 },
    },
    outputs: [...report.outputs, { ...report.outputs[0], type: 'people' as const, name: 'people.tif' }],
  }
  test('have their own ramp, units, and an open end', async () => {
    answer(getJobReport, counted)
    const router = routerAt(`${path}?range=3_60`)
    show(router)
    await userEvent.click(await screen.findByRole('radio', { name: 'People' }))
    await waitFor(() =>
      expect(drawn.lastTiles()).toContain('/tiles/people/{z}/{x}/{y}?ramp=ylgnbu&min=0&max=512'),
    )
    expect(router.state.location.search).toEqual({ surface: 'people' })
    await screen.findByText('Expected number of people affected, people per cell')
    await screen.findByText('512 and more')
    await screen.findByText(/Values run from 0 to 20\s500\. The table/)
    await userEvent.click(screen.getByRole('button', { name: 'Colours' }))
    await screen.findByText('Opacity: 100 %')
    expect(screen.queryByLabelText('to')).toBeNull()
  })
  test('of a unit are those of all its cells', async () => {
    answer(getJobReport, counted)
    show(routerAt(`${path}?surface=people&show=units&range=3_60`))
    await screen.findByText('Expected number of people affected, people per unit')
    const most = Math.max(...units.map(({ affected }) => affected ?? 0))
    const fullest = units.find(({ affected }) => affected === most)!
    await waitFor(() => expect(lastStyle().units!.colours[fullest.code]).toBe(rampColour('ylgnbu', 1)))
    expect(unitValue(fullest, 'people')).toBe(most)
  })
  test('are hatched where the interval spans more than half of the colours', () => {
    const unit = { ...units[0]!, affected_lower: 100, affected_upper: 700 }
    expect(isUncertain(unit, 'people', { min: 0, max: 1000 })).toBe(true)
    expect(isUncertain(unit, 'people', { min: 0, max: 2000 })).toBe(false)
  })
  test('are not shown for a job that ended before they were summarized', async () => {
    answer(getJobReport, { ...counted, surfaces: report.surfaces })
    show(routerAt(`${path}?surface=people`))
    await waitFor(() => expect(drawn.lastTiles()).toContain('/tiles/mean/'))
    expect(screen.queryByRole('radio', { name: 'People' })).toBeNull()
  })
})

describe('ranks and people', () => {
  test('are the columns for decisions, in the link', async () => {
    answer(getJobReport, withThreshold)
    answer(listJobAdmData, pageOf(units.map((unit, rank) => ({ ...unit, rank: rank + 1, exceedance: 0.9 }))))
    const router = routerAt(path)
    show(router)
    await userEvent.click(await screen.findByRole('radio', { name: 'Ranks and people' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ table: 'decisions' }))
    const table = within(await screen.findByRole('table', { name: /^Rank and people affected/ }))
    const lead =
      /^Kano has the highest prevalence with probability 20.0\s%; .+ ranks lowest: 3, 95 % interval 1–3\.$/
    expect(screen.getByText((text) => lead.test(text))).toBeDefined()
    const row = table.getByRole('row', { name: /^Kano/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent!.replaceAll(/\s/g, ' ')),
    ).toEqual([
      '1',
      '1–3',
      '20.0 %',
      '61.0 %',
      '37.0–47.0 %',
      '90.0 %',
      '420 000',
      '370 000–470 000',
      '1 000 000',
    ])
    await userEvent.click(table.getByRole('button', { name: 'Rank' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ table: 'decisions', sort_by: 'rank' }))
  })
  test('say how likely each of more than five units is among the highest and lowest fifth', async () => {
    const more = ['Bauchi', 'Edo', 'Ogun'].map((name) => ({ ...units[0], name, code: name }))
    answer(listJobAdmData, pageOf([...units, ...more]))
    show(routerAt(`${path}?table=decisions`))
    const table = within(await screen.findByRole('table', { name: /^Rank and people affected/ }))
    expect(table.getByRole('columnheader', { name: 'P(highest 2 of 6)' })).toBeDefined()
    expect(within(table.getByRole('row', { name: /^Edo/ })).getByText(/^60.0\s%$/)).toBeDefined()
    expect(table.getByRole('columnheader', { name: 'P(lowest 2 of 6)' })).toBeDefined()
    expect(within(table.getByRole('row', { name: /^Edo/ })).getByText(/^10.0\s%$/)).toBeDefined()
  })
  test('leave that out for jobs completed before it was computed', async () => {
    const more = ['Bauchi', 'Edo', 'Ogun'].map((name) => ({ ...units[0], name, code: name }))
    answer(listJobAdmData, pageOf([...units, ...more].map((unit) => ({ ...unit, highest_fifth: null }))))
    show(routerAt(`${path}?table=decisions`))
    const table = within(await screen.findByRole('table', { name: /^Rank and people affected/ }))
    expect(table.queryByRole('columnheader', { name: /P\((high|low)est \d/ })).toBeNull()
  })
  test('are not offered for jobs without them', async () => {
    answer(listJobAdmData, pageOf(units.map((unit) => ({ ...unit, rank: null }))))
    show(routerAt(path))
    await screen.findByRole('table', { name: /share of each ADM1/ })
    expect(screen.queryByRole('radio', { name: 'Ranks and people' })).toBeNull()
  })
})

describe('values along a line', () => {
  test('clicks draw it, with the mean and its interval; it is in the address', async () => {
    answer(getRasterProfile, ({ query }: { query: { raster: string[] } }) => ({
      length_km: 12.5,
      points: [0, 12.5].map((km) => ({ distance_km: km, longitude: 8 + km / 100, latitude: 9 })),
      rasters: query.raster.map((raster) => ({ raster, values: [0.25, null] })),
    }))
    const router = routerAt(path)
    show(router)
    await onMap()
    await userEvent.click(screen.getByRole('button', { name: 'Profile' }))
    const panel = within(await screen.findByRole('region', { name: 'Profile' }))
    act(() => drawn.maps[0].options.onPin({ longitude: 8, latitude: 9 }, []))
    await waitFor(() => expect(router.state.location.search).toEqual({ line: '9_8' }))
    act(() => drawn.maps[0].options.onPin({ longitude: 8.125, latitude: 9 }, []))
    await panel.findByText('12.5 km')
    expect(callsOf(getRasterProfile).at(-1)?.query).toMatchObject({
      raster: ['job-42-mean', 'job-42-lower', 'job-42-upper'],
      line: '8,9;8.125,9',
    })
    expect(drawn.maps[0].lines.at(-1)).toHaveLength(2)
    await userEvent.click(panel.getByRole('button', { name: 'Close the profile' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    act(() => drawn.maps[0].options.onPin({ longitude: 8, latitude: 9 }, []))
    await waitFor(() => expect(router.state.location.search).toEqual({ pin: '9_8' }))
  })
})
