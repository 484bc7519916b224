import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Aggregate, getAggregate, requestAggregate } from '#contract/jobs/aggregates.ts'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { getRasterProfile } from '#contract/viewing/viewing.ts'
import { areasOfFile } from '~/components/jobs/report/aggregates/areas-of-file.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { report, units } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const path = '/spatial-catalog/report/nga-safe-water-sim-2024-r1-42'
const posterior = {
  type: 'posterior' as const,
  name: 'posterior.bin',
  media_type: 'application/octet-stream',
  size: 1,
  sha256: 'ab'.repeat(32),
}
const kept = { ...report, outputs: [...report.outputs, posterior] }
const figures: Aggregate = {
  id: 9,
  job_id: report.id,
  status: 'received',
  fraction: null,
  reason: null,
  units: null,
  exceedance_threshold: null,
  created_at: '2026-05-01T10:00:00.000Z',
}
const [unit] = units
const version = { id: 5, iso3_code: 'NGA', country: 'Nigeria', is_default: false, active: true, places: 774 }

beforeEach(() => {
  resetApi(['viewer'])
  answer(getJobReport, kept)
  answer(listJobAdmData, pageOf(units))
  answer(listFinalHistory, pageOf([]))
  answer(listPlaceGroupVersions, pageOf([{ ...version, place_type: 'adm2', version: '2025' }]))
  answer(listDatasets, pageOf([]))
  answer(requestAggregate, figures)
  answer(getAggregate, { ...figures, status: 'writing', fraction: 0.4 })
})

async function openDialog() {
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: 'Other boundaries…' }))
  return within(await screen.findByRole('dialog', { name: 'Other boundaries' }))
}

const ready: Aggregate = {
  ...figures,
  status: 'ready',
  exceedance_threshold: 0.3,
  units: [
    {
      ...unit,
      code: 'a',
      name: 'Abaji',
      modelled: 0.254,
      modelled_lower: 0.2,
      modelled_upper: 0.31,
      affected: 12_340,
      affected_lower: 10_000,
      affected_upper: 15_000,
      people: 48_600,
      exceedance: 0.05,
    },
    {
      ...unit,
      code: 'b',
      name: 'Nowhere',
      modelled: null,
      modelled_lower: null,
      modelled_upper: null,
      affected: null,
    },
  ],
}

test('figures of another version of units are requested, computed with progress, shown and downloaded', async () => {
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Compute figures' }))
  expect(dialog.getByText('Choose a version.')).toBeDefined()
  await userEvent.selectOptions(
    dialog.getByLabelText('Version'),
    await dialog.findByRole('option', { name: 'ADM2 · 2025 (774)' }),
  )
  await userEvent.selectOptions(dialog.getByLabelText('People'), 'None: all cells weigh the same')
  await userEvent.type(dialog.getByLabelText('Threshold, %'), '200')
  await userEvent.click(dialog.getByRole('button', { name: 'Compute figures' }))
  expect(dialog.getByText('must be a number above 0 and below 100')).toBeDefined()
  expect(callsOf(requestAggregate)).toEqual([])
  await userEvent.clear(dialog.getByLabelText('Threshold, %'))
  await userEvent.type(dialog.getByLabelText('Threshold, %'), '30')
  await userEvent.type(dialog.getByLabelText('Rake to a national prevalence, %'), '12,5')
  await userEvent.click(dialog.getByRole('button', { name: 'Compute figures' }))
  await waitFor(() => expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'))
  expect(callsOf(requestAggregate)[0]).toMatchObject({
    params: { id: report.id },
    body: {
      outlines: { kind: 'version', id: 5 },
      population_band_id: null,
      exceedance_threshold: 0.3,
      rake_to: 0.125,
    },
  })
  answer(getAggregate, ready)
  const table = within(
    await dialog.findByRole('table', { name: 'Figures of other units' }, { timeout: 3000 }),
  )
  expect(table.getAllByRole('columnheader').at(-1)?.textContent).toMatch(/^P\(> 30/)
  expect(table.getByRole('row', { name: /^Abaji/ }).textContent).toContain('25.4')
  expect(table.getByRole('row', { name: /^Nowhere/ }).textContent).toBe('Nowhere––––––')
  expect(dialog.getByText('One unit has no cells of this layer.')).toBeDefined()
  expect(dialog.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `/api/v1/modeling/v1/jobs/${report.id}/aggregate/9/file`,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Other figures' }))
  expect(dialog.getByLabelText('Version')).toHaveProperty('value', '5')
})

test('outlines of a GeoJSON file are sent; what is none is reported', async () => {
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('radio', { name: 'A file' }))
  const drop = dialog.getByLabelText(/^Outlines/)
  await userEvent.upload(drop, new File(['no json'], 'a.geojson'))
  expect(await dialog.findByText('The file is not GeoJSON: it cannot be read as JSON.')).toBeDefined()
  const coordinates = [
    [
      [1, 6, 100],
      [2, 6, 100],
      [2, 7, 100],
      [1, 6, 100],
    ],
  ]
  const feature = {
    type: 'Feature',
    properties: { shapeName: 'Zone A' },
    geometry: { type: 'Polygon', coordinates },
  }
  const content = JSON.stringify({ type: 'FeatureCollection', features: [feature] })
  await userEvent.upload(drop, new File([content], 'zones.geojson'))
  expect(await dialog.findByText('zones.geojson: 1 unit')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Compute figures' }))
  await waitFor(() =>
    expect(callsOf(requestAggregate)[0]).toMatchObject({
      body: {
        outlines: {
          kind: 'areas',
          areas: [
            {
              code: 'Zone A',
              name: 'Zone A',
              geometry: {
                type: 'Polygon',
                coordinates: [
                  [
                    [1, 6],
                    [2, 6],
                    [2, 7],
                    [1, 6],
                  ],
                ],
              },
            },
          ],
        },
      },
    }),
  )
})

test('outlines that the service would reject are reported before they are sent', () => {
  const of = (...rings: number[][][]) =>
    areasOfFile(
      JSON.stringify({
        type: 'FeatureCollection',
        features: rings.map((ring, i) => ({
          type: 'Feature',
          properties: { name: `Unit ${i}`, code: i },
          geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
        })),
      }),
    )
  const ring = [
    [1, 6],
    [2, 6],
    [2, 7],
    [1, 6],
  ]
  expect(of(ring, ring)).toMatchObject([
    { code: '0', name: 'Unit 0' },
    { code: '1', name: 'Unit 1' },
  ])
  for (const wrong of [ring.slice(0, 3), ring.with(1, [200_000, 6]), ring.with(3, [5, 5]), [[], [], [], []]])
    expect(of(ring, wrong)).toMatch(/^The outline of ‘Unit 1’ cannot be used: positions must be/)
  const long = Array.from({ length: 20_001 }, (_, i) => [i === 20_000 ? 0 : i / 1000, 6])
  expect(of(long)).toMatch(/^The file has more than 1000 units or 20.000 positions\./)
  expect(areasOfFile(JSON.stringify({ type: 'Point', coordinates: [1, 2] }))).toMatch(
    /^The file has no polygons/,
  )
  expect(areasOfFile('null')).toMatch(/^The file has no polygons/)
})

test('a line that was drawn on the map is an area whose figures can be asked for', async () => {
  answer(getRasterProfile, ({ query }: { query: { raster: string[] } }) => ({
    length_km: 12.5,
    points: [0, 12.5].map((km) => ({ distance_km: km, longitude: 1, latitude: 6 })),
    rasters: query.raster.map((raster) => ({ raster, values: [0.25, null] })),
  }))
  show(routerAt(`${path}?line=6_1_6_2_7_2`))
  const panel = within(await screen.findByRole('region', { name: 'Profile' }, { timeout: 5000 }))
  await userEvent.click(panel.getByRole('button', { name: 'Figures of the area' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Figures of a drawn area' }))
  expect(dialog.queryByRole('group', { name: 'Boundaries' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Compute figures' }))
  await waitFor(() =>
    expect(callsOf(requestAggregate)[0]).toMatchObject({
      body: {
        outlines: {
          areas: [
            {
              name: 'Drawn area',
              geometry: {
                coordinates: [
                  [
                    [1, 6],
                    [2, 6],
                    [2, 7],
                    [1, 6],
                  ],
                ],
              },
            },
          ],
        },
      },
    }),
  )
})

test('says why there are no figures, and that a layer kept no draws', async () => {
  answer(getAggregate, {
    ...figures,
    status: 'failed',
    reason: 'A covariate changed since the layer was run.',
  })
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('radio', { name: "The layer's units" }))
  await userEvent.click(dialog.getByRole('button', { name: 'Compute figures' }))
  expect(
    await dialog.findByText('A covariate changed since the layer was run.', undefined, { timeout: 3000 }),
  ).toBeDefined()
  fail(requestAggregate, new ApiError(429, '10 of the figures that you requested are not ready yet.'))
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('10 of the figures that you requested are not ready yet.')).toBeDefined()
})

test('units of the layer are joined into one', async () => {
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('radio', { name: "The layer's units" }))
  const [first, second] = units
  await userEvent.click(dialog.getByRole('checkbox', { name: first.name }))
  await userEvent.click(dialog.getByRole('checkbox', { name: second.name }))
  await userEvent.click(dialog.getByRole('button', { name: 'Compute figures' }))
  await waitFor(() =>
    expect(callsOf(requestAggregate)[0]).toMatchObject({
      body: {
        outlines: { kind: 'layer' },
        unions: [{ name: '2 units together', codes: [first.code, second.code] }],
      },
    }),
  )
})

test('a layer without a posterior says so', async () => {
  answer(getJobReport, report)
  const dialog = await openDialog()
  expect(dialog.getByText(/^This layer kept no draws when it was computed\./)).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Compute figures' })).toBeNull()
})
