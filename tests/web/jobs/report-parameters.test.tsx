import { cleanup, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { OtherPriors } from '~/components/jobs/report/diagnostics/other-priors.tsx'
import { Parameters } from '~/components/jobs/report/diagnostics/parameters.tsx'
import { VariogramChart, envelopeText } from '~/components/jobs/report/diagnostics/variogram-chart.tsx'

beforeEach(cleanup)
const plain = (text: string | null) => text?.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')

const fitted = {
  method: 'gam',
  variance: 0.213,
  length_scale_km: 84.2,
  range_km: 168.4,
  cluster_variance: 0.09,
  intercept: -0.6,
  overdispersion: 0,
  intervals: {
    variance: [0.121, 0.371],
    length_scale_km: [40.25, 160],
    range_km: [80.5, 320],
    cluster_variance: [0.02, 0.15],
  },
  intercept_interval: [-1.1, -0.12],
  coefficients: [{ name: 'evi', mean: 0.31, sd: 0.1, transform: 'log', lower: 0.1, upper: 0.52 }],
  curves: [
    { name: 'evi', sd: 0.21, sd_interval: [0.05, 0.8], edf: 2.1, x: [], mean: [], lower: [], upper: [] },
  ],
}
const shown = (parameters: object) => {
  cleanup()
  render(<Parameters parameters={{ ...parameters }} />)
  return document.body.textContent
}

test('parameters come with their intervals', () => {
  const text = shown(fitted)
  expect(text).toContain('Variance of the surface, logit scale0.2130.121 to 0.371')
  expect(text).toContain('Range (correlation about 0.14)168.4 km80.5 to 320.0 km')
  expect(text).toContain('Intercept, logit scale−0.600−1.100 to −0.120')
  expect(text).toContain('Variances, length scale and range are the most probable ones')
  expect(text).not.toContain('The correlation within clusters')
  const row = (table: string) => within(screen.getByRole('table', { name: table })).getAllByRole('row')[1]
  expect(row('Coefficients').textContent).toBe('log evi0.3100.1000.100 to 0.520')
  expect(row('Curves').textContent).toBe('evi0.2100.050 to 0.800')
  expect(shown({ ...fitted, overdispersion: 0.1 })).toContain(
    'The correlation within clusters is one of six values, chosen by left-out blocks; it has no interval.',
  )
})

test('says so if a fit has no intervals', () => {
  expect(shown({ ...fitted, intervals: null })).toContain('The parameters have no intervals')
})

const summary = (mean: number) => ({ mean, lower: mean - 0.05, upper: mean + 0.05 })
const figure = (level: number, name: string | null, before: number, after: number) => ({
  level,
  name,
  before: summary(before),
  after: summary(after),
})
const sensitivity = [
  {
    variance_factor: 2,
    length_scale_factor: 2,
    national: figure(0, null, 0.346, 0.351),
    unit_mean: figure(1, 'Kano', 0.25, 0.27),
    unit_interval: figure(2, 'Ikeja', 0.3, 0.31),
  },
  { variance_factor: 0.5, length_scale_factor: 0.5, national: null, unit_mean: null, unit_interval: null },
]

test('shows the figures under other priors, and which could not be computed', () => {
  const { prior_sensitivity } = readDiagnostics({ prior_sensitivity: sensitivity })!
  render(<OtherPriors sensitivity={prior_sensitivity} raked={false} />)
  const rows = within(screen.getByRole('table', { name: 'Other priors' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => plain(row.textContent))).toEqual([
    'As fitted34.6 %29.6–39.6 %',
    'Twice as large35.1 %30.1–40.1 %',
    'Half as largeNot computed',
  ])
  const [twice, half] = screen.getAllByRole('listitem').map((item) => plain(item.textContent))
  expect(twice).toContain('the mean of Kano (ADM1) changes most, from 25.0 % to 27.0 % (2.0 points)')
  expect(twice).toContain('that of Ikeja (ADM2), from 25.0–35.0 % to 26.0–36.0 %.')
  expect(half).toContain('Half as large. Not computed')
  expect(document.body.textContent).not.toContain('raking')
})

test('raked layers say that these are the figures of the model', () => {
  const { prior_sensitivity } = readDiagnostics({ prior_sensitivity: sensitivity })!
  render(<OtherPriors sensitivity={prior_sensitivity} raked />)
  expect(document.body.textContent).toContain('figures of the model alone, before raking')
})

const envelope = (outside: number, simulations_as_far: number) => ({
  simulations: 99,
  lower: [0.1, 0.2, 0.3],
  upper: [0.4, 0.5, 0.6],
  outside,
  simulations_as_far,
})

test('says whether the variogram leaves the band, and whether chance explains it', () => {
  expect(envelopeText(envelope(0, 99))).toMatch(/The data are inside it at every distance\.$/)
  expect(envelopeText(envelope(1, 31))).toContain('outside it at 1 of 3 distances, as 31 of the simulated')
  expect(envelopeText(envelope(1, 31))).toContain('no more than chance explains')
  expect(envelopeText(envelope(3, 1))).toContain('as only 1 of the simulated surveys is: the fitted surface')
  expect(envelopeText(envelope(3, 0))).toContain('as none of the simulated surveys are')
})

test('the chart has the band in its table, and no word of it where none was computed', () => {
  const bins = {
    clusters: 2000,
    distance_km: [10, 50, 90],
    pairs: [5, 9, 4],
    empirical: [0.2, 0.5, 0.4],
    fitted: [0.3, 0.4, 0.5],
  }
  const variogramOf = (more: object) => readDiagnostics({ variogram: { ...bins, ...more } })!.variogram!
  render(<VariogramChart variogram={variogramOf({ envelope: envelope(0, 99) })} />)
  expect(screen.getByRole('row', { name: /^10 / }).textContent).toContain('0.100–0.400')
  expect(document.body.textContent).toContain('99 surveys that are simulated from the model')
  cleanup()
  render(<VariogramChart variogram={variogramOf({ envelope: null })} />)
  expect(document.body.textContent).not.toContain('simulated')
})

test('the chart says of how many clusters it compares pairs if they are not all', () => {
  const bins = { clusters: 2000, distance_km: [10], pairs: [5], empirical: [0.2], fitted: [0.3] }
  const { variogram } = readDiagnostics({ variogram: bins })!
  render(<VariogramChart variogram={variogram!} clusters={60_000} />)
  expect(document.body.textContent).toMatch(/It compares a random 2.000 of the 60.000 clusters\./)
  cleanup()
  render(<VariogramChart variogram={variogram!} clusters={2000} />)
  expect(document.body.textContent).not.toContain('random')
})
