import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { ReportSummary, paperRoom } from '~/components/jobs/report/summary/report-summary.tsx'
import { VERDICT_SENTENCES } from '~/components/jobs/report/summary/verdict-texts.ts'
import { warningsOf } from '~/components/jobs/report/summary/warnings.ts'
import { report } from '../support/report-fixture.ts'

const criterion = (level: string, name: string, value: number | null, limit: number, met: boolean) => ({
  level,
  name,
  value,
  limit,
  met,
})
const national = {
  clusters: 505,
  observed: 0.327,
  observed_lower: 0.315,
  observed_upper: 0.34,
  modelled: 0.32,
  modelled_lower: 0.31,
  modelled_upper: 0.332,
  people: 2_057_889,
  affected: 659_177,
  affected_lower: 636_971,
  affected_upper: 684_008,
  exceedance: null,
  raked_to: null,
  unraked: null,
}
const verdict = {
  level: 'adm2',
  criteria: [
    criterion('cells', 'separation', 0.82, 0.7, true),
    criterion('cells', 'covariates', 0.12, 0.1, false),
    criterion('adm2', 'separation', 0.8, 0.7, true),
    criterion('adm1', 'separation', 0.9, 0.7, true),
    criterion('nation', 'precision', 1, 0.75, true),
  ],
}
const withFacts = (diagnostics: Record<string, unknown>, changes: Partial<JobReport> = {}): JobReport => ({
  ...report,
  is_overfit: false,
  all_adm_pass: true,
  ...changes,
  diagnostics: { national, verdict, parameters: { weighted: true }, ...diagnostics },
})
const warnings = (diagnostics: Record<string, unknown>, changes?: Partial<JobReport>) =>
  warningsOf(withFacts(diagnostics, changes)).map(({ text }) => text)

test('shows the figure with its interval and people, and what the layer can be used for', async () => {
  render(<ReportSummary report={withFacts({})} />)
  const text = document.body.textContent
  expect(text).toContain('32.0')
  expect(text).toContain('659')
  expect(screen.getByText(VERDICT_SENTENCES.adm2)).toBeTruthy()
  const levels = within(screen.getByRole('list', { name: 'Levels' })).getAllByRole('listitem')
  expect(levels.map((level) => level.textContent)).toEqual([
    'Nation: usable',
    'ADM1: usable',
    'ADM2: usable',
    'Cells: not usable',
  ])
  expect(text).toContain('Cells: covariates do not clearly improve predictions away from clusters.')
  await userEvent.click(screen.getByRole('button', { name: 'How this was decided' }))
  const conditions = screen.getByRole('dialog', { name: 'How the verdict was reached' })
  expect(within(conditions).getAllByText('not met')).toHaveLength(1)
  expect(conditions.textContent).toContain('0.82, at least 0.70')
})

test('a coarser level that fails a condition is not called usable', () => {
  const criteria = [
    criterion('cells', 'precision', 0.9, 0.75, true),
    criterion('adm1', 'direct', 1.1, 1, false),
    criterion('nation', 'precision', 1, 0.75, true),
  ]
  render(<ReportSummary report={withFacts({ verdict: { level: 'cells', criteria } })} />)
  const levels = within(screen.getByRole('list', { name: 'Levels' })).getAllByRole('listitem')
  expect(levels.map((level) => level.textContent)).toEqual([
    'Nation: usable',
    'ADM1: not usable',
    'Cells: usable',
  ])
  expect(document.body.textContent).toContain('First-level units: their intervals are no narrower')
})

test('a layer that is usable at no level says so, with a reason for each', () => {
  const criteria = [criterion('cells', 'towns', 1, 0, false), criterion('nation', 'towns', 1, 0, false)]
  render(<ReportSummary report={withFacts({ verdict: { level: 'none', criteria } })} />)
  expect(screen.getByText(VERDICT_SENTENCES.none)).toBeTruthy()
  expect(document.body.textContent).toContain('Nation: towns may count too much.')
})

test('a job without a verdict shows its figure alone', () => {
  render(<ReportSummary report={withFacts({ verdict: undefined })} />)
  expect(screen.queryByText('What it can be used for')).toBeNull()
  expect(screen.getByText('No check found anything.')).toBeTruthy()
})

test('a figure that may count towns too much is not shown without its warning', () => {
  const findings = [{ kind: 'urban-share', message: 'Towns.' }]
  render(<ReportSummary report={withFacts({ findings, parameters: { weighted: false } })} />)
  expect(document.body.textContent).not.toContain('32.0')
  expect(screen.getByRole('link', { name: 'Read why' }).getAttribute('href')).toBe('#national')
})

test('on paper three warnings leave more room for the map, which a long summary has less of', () => {
  const findings = ['nodata', 'coverage', 'far-value', 'outlier'].map((kind) => ({ kind, message: kind }))
  const poor = withFacts({ findings })
  render(<ReportSummary report={poor} />)
  const links = within(screen.getByRole('region', { name: 'What is wrong with it' })).getAllByRole('listitem')
  expect(links.map(({ className }) => className.includes('print:hidden'))).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(screen.getByText('1 more in the report').className).toContain('hidden print:block')
  expect(paperRoom(withFacts({}))).toBe(433)
  expect(paperRoom(poor)).toBeLessThan(400)
})

describe('warnings', () => {
  test('there are none for a layer without faults', () => {
    expect(warnings({ cv_block: { r2: 0.4, coverage_95: 0.96, expected_coverage_95: 0.965 } })).toEqual([])
  })

  test('the most severe comes first', () => {
    expect(
      warnings(
        {
          adm1: { tested: 12, passed: 8, together: { units: 12, chi_squared: 40, p_value: 0.004 } },
          cv_block: { r2: 0.08, coverage_95: 0.91, expected_coverage_95: 0.96 },
          findings: [
            { kind: 'outlier', message: '…' },
            { kind: 'nodata', message: '…' },
          ],
        },
        { is_overfit: true, all_adm_pass: false },
      ),
    ).toEqual([
      'A value of a covariate looks like undeclared nodata',
      'First-level units contradict the model (p = 0.004)',
      'Intervals are too narrow: 91\u202f% of 96\u202f% expected',
      'Overfit: covariates make predictions of held-out blocks worse',
      'Areas without clusters are predicted poorly: R² 0.08 in block folds',
      'Clusters are far from their predictions',
      'Some first-level units lie outside the interval of their direct estimate',
    ])
  })

  test('extrapolation counts people only where the layer has them', () => {
    const criteria = [criterion('nation', 'extrapolation', 0.2, 0.25, true)]
    expect(warnings({ verdict: { level: 'nation', criteria } })[0]).toMatch(/^20\s% of the people \(/)
    const area = { verdict: { level: 'nation', criteria }, national: { ...national, people: null } }
    expect(warnings(area)[0]).toMatch(/^20\s% of the country is extrapolated$/)
  })

  test('a survey that contradicts the national figure is quoted', () => {
    const criteria = [criterion('nation', 'national', 1.4, 1, false)]
    expect(warnings({ verdict: { level: 'none', criteria } })[0]).toMatch(
      /^The survey alone says 32\.7\s%, the map 32\.0\s%$/,
    )
  })
})
