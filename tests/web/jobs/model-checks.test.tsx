import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { ModelChecks } from '~/components/jobs/report/diagnostics/model-checks.tsx'
import { count } from '~/lib/figures.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { MetricsTable } from '~/components/jobs/report/diagnostics/metrics-table.tsx'
import { ReliabilityTable } from '~/components/jobs/report/diagnostics/reliability-table.tsx'

const agreeing = {
  adm1: { tested: 12, passed: 10, together: { units: 12, chi_squared: 11.42, p_value: 0.431 } },
  overfitting: { gap: 0.31, lpd_loss: -8.3, standard_error: 3.12, p_value: 0.98 },
  findings: [],
}

async function show(diagnostics: Record<string, unknown>) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <main>
          <ModelChecks report={{ diagnostics } as unknown as JobReport} />
        </main>
      ),
    }),
    history: createMemoryHistory(),
  })
  cleanup()
  render(<RouterProvider router={router as never} />)
  return (await screen.findByRole('main')).textContent
}

test('the report starts with the joint test of all units and the value of the covariates', async () => {
  const text = await show(agreeing)
  expect(text).toContain('First-level units together: 12They agree with the model.')
  expect(text).toContain('(χ² 11.4, p = 0.43)')
  expect(text).toContain('They help. The log predictive density of block folds is 8.3 ± 3.1 higher')
  expect(screen.queryByRole('list', { name: 'Findings' })).toBeNull()
})

test('says when units differ or covariates are harmful, and lists findings', async () => {
  const text = await show({
    adm1: { ...agreeing.adm1, together: { units: 12, chi_squared: 44, p_value: 0.00002 } },
    overfitting: { gap: 0.5, lpd_loss: 20, standard_error: 5, p_value: 0.003 },
    findings: [{ kind: 'outlier', message: 'One cluster is more than 8 standard deviations off.' }],
  })
  expect(text).toContain('They differ more than chance allows.')
  expect(text).toContain('p < 0.001')
  expect(text).toContain(
    'They harm the prediction. The log predictive density of block folds is 20.0 ± 5.0 lower',
  )
  expect(screen.getByRole('list', { name: 'Findings' }).textContent).toContain('One cluster')
})

test('does not call a loss harm that the flag Overfit does not count, nor one of an outcome without variation', async () => {
  const overfitting = { gap: null, lpd_loss: 0.1, standard_error: 0.03, p_value: 0.004 }
  const national = { clusters: 120, observed: 0.4 }
  expect(await show({ overfitting, national })).toContain(
    'No material harm. The log predictive density of block folds is 0.1 ± 0.0 lower than without covariates (test of harm: p = 0.004). That is less than 0.02 per cluster.',
  )
  expect(await show({ overfitting: { ...overfitting, lpd_loss: 2.5 }, national })).toContain(
    'They harm the prediction.',
  )
  for (const observed of [0, 1]) {
    const text = await show({ overfitting, national: { clusters: 120, observed } })
    expect(text).toContain('Not applicable. All clusters have the same share')
    expect(text).not.toContain('harm')
  }
})

test('shows no checks for layers that have none', async () => {
  expect(await show({ adm1: { tested: 12, passed: 10 } })).toBe('')
})

test('shows figures without covariates in their own column if there are any', () => {
  const block = { r2: 0.1, brier: 0.1234 }
  const read = (more: object) => readDiagnostics({ cv_block: block, ...more })!
  const { unmount } = render(<MetricsTable diagnostics={read({ cv_block_without_covariates: block })} />)
  expect(screen.queryByRole('columnheader', { name: 'Block folds, no covariates' })).not.toBeNull()
  expect(screen.getByRole('row', { name: /^Brier score/ }).textContent).toMatch(/^Brier score––0.12340.1234/)
  unmount()
  render(<MetricsTable diagnostics={read({ cv_block_without_covariates: null })} />)
  expect(screen.queryByRole('columnheader', { name: 'Block folds, no covariates' })).toBeNull()
})

test('shows reliability as a table of groups', () => {
  render(
    <ReliabilityTable
      reliability={{ predicted: [0.1, 0.4], observed: [0.12, 0.38], people: [900, 1100] }}
      label="Block folds"
    />,
  )
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'GroupPredictedObservedPeople',
    '110.0\u202f%12.0\u202f%900',
    `240.0\u202f%38.0\u202f%${count(1100)}`,
  ])
})
