import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { placeLabels } from '~/components/charts/place-labels.ts'
import { PlotFigure } from '~/components/charts/plot-figure.tsx'
import { CoverageChart } from '~/components/jobs/report/diagnostics/coverage-chart.tsx'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { ImportanceChart } from '~/components/jobs/report/diagnostics/importance-chart.tsx'
import { ObservedModelledChart } from '~/components/jobs/report/diagnostics/observed-modelled-chart.tsx'
import { PitChart } from '~/components/jobs/report/diagnostics/pit-chart.tsx'
import { VariogramChart } from '~/components/jobs/report/diagnostics/variogram-chart.tsx'
import { units } from '../support/report-fixture.ts'

function show(content: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory(),
  })
  return render(<RouterProvider router={router as never} />)
}
const drawnIn = async (name: RegExp) => {
  const figure = await screen.findByRole('figure', { name })
  await waitFor(() => expect(figure.querySelector('.strata-plot svg')).not.toBeNull())
  return figure
}
const diagnostics = readDiagnostics({
  cv_random: { coverage_50: 0.52, coverage_80: 0.81, coverage_95: 0.95, expected_coverage_50: 0.612 },
  cv_block: { coverage_50: 0.5, coverage_80: 0.79 },
})

test('draws each chart without a style element and repeats its figures in a table', async () => {
  show(
    <>
      <ObservedModelledChart units={units} level={1} raked />
      {diagnostics && <CoverageChart diagnostics={diagnostics} />}
      <PitChart shares={[0.5, 0.3, 0.2]} label="Random folds" />
      <VariogramChart
        variogram={{
          clusters: 20,
          distance_km: [10, 50],
          pairs: [5, 9],
          empirical: [0.2, 0.5],
          fitted: [0.3, 0.4],
          envelope: null,
        }}
      />
      <ImportanceChart
        importance={[
          { name: 'nga_elevation', rmse_increase: -0.0002 },
          { name: 'evi', rmse_increase: 0.01 },
        ]}
      />
    </>,
  )
  for (const name of [/Observed against modelled/, /Coverage/, /Calibration/, /Variogram/, /Importance/]) {
    const figure = await drawnIn(name)
    expect(figure.querySelector('style')).toBeNull()
    // Plot marks a chart whose scales it cannot reconcile.
    expect(figure.querySelector('.strata-plot')?.textContent).not.toContain('⚠')
    expect(figure.querySelector('.strata-plot svg')?.getAttribute('aria-hidden')).toBe('true')
    expect(within(figure).getAllByRole('row').length).toBeGreaterThan(1)
  }
  expect(
    screen.getByText(/Modelled shares are raked; the test uses the shares before raking\.$/),
  ).toBeTruthy()
  const coverage = screen.getByRole('table', { name: 'Coverage of intervals' })
  expect(within(coverage).getByRole('row', { name: /^95/ }).textContent).toContain('–')
  expect(within(coverage).getByRole('row', { name: /^50/ }).textContent).toContain('61.2')
  const importance = within(screen.getByRole('table', { name: 'Importance of covariates' })).getAllByRole(
    'rowheader',
  )
  expect(importance.map((header) => header.textContent)).toEqual(['evi', 'nga_elevation'])
  expect(screen.getByRole('columnheader', { name: 'Increase in RMSE, percentage points' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'evi 1.000' })).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Lagos/ })).toBeNull()
})

test('labels of marks never overlap: above, else below, else left out', () => {
  const marks = ['Kano', 'Kaduna', 'Katsina', 'Lagos'].map((name, i) => ({
    name,
    x: i === 3 ? 200 : 100 + i,
    y: 50,
  }))
  const placed = placeLabels(marks, (mark) => mark)
  expect([...placed].map(([{ name }, offset]) => [name, offset])).toEqual([
    ['Kano', -10],
    ['Kaduna', 11],
    ['Lagos', -10],
  ])
})

test('names units outside their interval where there is room', async () => {
  const failing = ['Abia', 'Edo', 'Kogi'].map((name) => ({
    ...units[0],
    name,
    observed: 0.3,
    modelled: 0.5,
    pass: false,
  }))
  show(<ObservedModelledChart units={failing} level={1} raked={false} />)
  const text = (await drawnIn(/Observed/)).querySelector('.strata-plot')?.textContent
  expect(text).toContain('Abia')
  expect(text).toContain('Edo')
  expect(text).not.toContain('Kogi')
})

test('leaves out charts without data', async () => {
  show(
    <>
      <p>beside</p>
      <ObservedModelledChart units={[]} level={1} raked={false} />
      <CoverageChart diagnostics={readDiagnostics({}) as NonNullable<typeof diagnostics>} />
      <PitChart shares={[]} label="Random folds" />
      <VariogramChart
        variogram={{ clusters: 2, distance_km: [1], pairs: [], empirical: [], fitted: [], envelope: null }}
      />
      <ImportanceChart importance={[]} />
    </>,
  )
  await screen.findByText('beside')
  expect(screen.queryByRole('figure')).toBeNull()
})

test('says in one sentence why there is no variogram', async () => {
  const { variogram } = readDiagnostics({ variogram: null })!
  expect(variogram).toBeNull()
  show(<VariogramChart variogram={variogram ?? null} />)
  expect((await screen.findByText(/^There is no variogram: more than 80 %/)).textContent).toContain(
    'only cases',
  )
  expect(readDiagnostics({})!.variogram).toBeUndefined()
})

test.each([
  ['is drawn', () => document.createElementNS('http://www.w3.org/2000/svg', 'svg'), true],
  [
    'says that it cannot be drawn',
    () => {
      throw new Error('no canvas')
    },
    false,
  ],
])('a chart that waits for its turn %s before the page is printed', async (_outcome, draw, isDrawn) => {
  const idle = vi.fn()
  vi.stubGlobal('requestIdleCallback', idle)
  show(
    <PlotFigure
      title="Late"
      note=""
      height={10}
      draw={draw}
      drawKey="1"
      table={{ columns: ['a'], rows: [] }}
    />,
  )
  const figure = await screen.findByRole('figure', { name: 'Late' })
  await waitFor(() => expect(idle).toHaveBeenCalled())
  await waitFor(() => expect(figure.querySelector('[data-loading]')).toBeNull())
  expect(within(figure).getByText(/^This chart was still loading/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(within(figure).queryByText(/^This chart was still loading/)).toBeNull()
  expect(figure.querySelector('.strata-plot svg') !== null).toBe(isDrawn)
  expect(within(figure).queryByText(/could not be drawn/) === null).toBe(isDrawn)
  vi.unstubAllGlobals()
  act(() => void idle.mock.lastCall![0]())
})

test('says that a chart cannot be drawn and keeps its table', async () => {
  const draw = vi.fn(() => {
    throw new Error('no canvas')
  })
  show(
    <PlotFigure
      title="Broken"
      note=""
      height={10}
      draw={draw}
      drawKey="1"
      table={{ columns: ['a', 'b'], rows: [['x', '1']] }}
    />,
  )
  expect(await screen.findByText(/could not be drawn/)).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'x' })).toBeTruthy()
})
