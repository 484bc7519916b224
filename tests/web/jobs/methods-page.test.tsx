import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { GATHER_PARTS, type JobMethods, getJobMethods } from '#contract/jobs/job-methods.ts'
import { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { ApiError } from '~/api/api-error.ts'
import { expectConsoleError } from '../../support/web/web.setup.ts'
import { answer, resetApi } from '../support/fake-api.ts'
import { report, units } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const path = `/spatial-catalog/report/${report.job_key}/methods`
const methods: JobMethods = {
  id: report.id,
  job_key: report.job_key,
  title: 'Nigeria, safe_water, SIM 2024, round 1',
  simulated: true,
  items: [
    {
      number: 1,
      part: GATHER_PARTS[0],
      title: 'Indicator',
      blocks: [
        {
          kind: 'facts',
          rows: [
            { label: 'Definition', value: '<b>Water</b> on the premises' },
            { label: 'Address', value: 'https://example.org/survey' },
            { label: 'Licence', value: 'javascript:alert(1)' },
          ],
        },
        { kind: 'gap', text: 'The period is not stated.' },
      ],
    },
    {
      number: 10,
      part: GATHER_PARTS[2],
      title: 'Equations',
      blocks: [
        { kind: 'text', text: 'At cluster i:' },
        { kind: 'formula', text: 'y_i ~ Binomial(n_i, p_i)\nlogit p_i = b₀ + g(s_i)' },
        { kind: 'list', items: ['One', 'Two'] },
        { kind: 'table', caption: 'Parameters', columns: ['Parameter', 'Estimate'], rows: [['σ²', '0.3']] },
      ],
    },
  ],
}

beforeEach(() => {
  resetApi()
  answer(getJobReport, report)
  answer(getJobMethods, methods)
})

test('the methods page shows the items with facts, equations, tables and gaps, and links to the report', async () => {
  show(routerAt(path))
  expect(await screen.findByRole('heading', { level: 1, name: 'Methods, data and limits' })).toBeTruthy()
  const item = within(screen.getByRole('region', { name: '1. Indicator' }))
  expect(item.getByText('<b>Water</b> on the premises')).toBeTruthy()
  expect(item.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://example.org/survey',
  ])
  expect(item.getByText('The period is not stated.').textContent).toBe('Gap: The period is not stated.')
  expect(screen.getByText(/Gaps are marked: 1 of 2 items have one\./)).toBeTruthy()
  const equations = within(screen.getByRole('region', { name: '10. Equations' }))
  expect(equations.getByText(/logit p_i = b₀ \+ g\(s_i\)/)).toBeTruthy()
  expect(equations.getByRole('table', { name: 'Parameters' })).toBeTruthy()
  expect(screen.getByRole('link', { name: methods.title }).getAttribute('href')).toBe(
    `/spatial-catalog/report/${report.job_key}`,
  )
  expect(screen.getByRole('link', { name: 'Download page' }).getAttribute('href')).toMatch(
    /\/modeling\/v1\/jobs\/42\/methods\/page$/,
  )
})

test('the report links to its methods', async () => {
  answer(listJobAdmData, pageOf(units))
  answer(listFinalHistory, pageOf([]))
  show(routerAt(`/spatial-catalog/report/${report.job_key}`))
  const links = await screen.findAllByRole('link', { name: 'Methods, data and limits' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([path, path])
})

test.each([
  ['running', 'The job is not completed yet'],
  ['failed', 'The job was not completed'],
] as const)('a job that is %s has no methods', async (status, title) => {
  answer(getJobReport, { ...report, status })
  show(routerAt(path))
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test.each([
  [403, 'You cannot see this report'],
  [404, /does not exist|no such job|not found/i],
] as const)('an answer of %i is explained', async (status, title) => {
  expectConsoleError(/The service said/)
  answer(getJobReport, () => {
    throw new ApiError(status, 'The service said no.')
  })
  show(routerAt(path))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})
