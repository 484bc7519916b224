import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { MapLegend } from '~/components/map/legend/map-legend.tsx'
import { SurfaceLegend } from '~/components/jobs/report/map/surface-legend.tsx'
import { report, units } from '../support/report-fixture.ts'
import { plainSurfaces } from '../../support/jobs/plain-surfaces.ts'

const summary = { min: 0.1, max: 0.5, mean: 0.2, histogram: [1, 4, 2] }
const legend = {
  report,
  surfaces: plainSurfaces(summary),
  ramp: 'viridis',
  range: summary,
  units: null,
  hatched: false,
  clusters: false,
} as const
const valuesOf = (container: HTMLElement) =>
  [...container.querySelectorAll('p.tabular span')].map((span) => span.textContent)
const rects = (container: HTMLElement) =>
  [...container.querySelectorAll('rect')].map((rect) => ({
    x: Number(rect.getAttribute('x')),
    y: Number(rect.getAttribute('y')),
    height: Number(rect.getAttribute('height')),
  }))

describe('the legend of a surface', () => {
  test('shows the smallest value, the figure of the country and the largest value in that order', () => {
    const { container } = render(<SurfaceLegend {...legend} surface="mean" />)
    expect(valuesOf(container)).toEqual(['10.0\u202f%', 'country 34.6\u202f%', '50.0\u202f%'])
    expect(container.textContent).toContain('Safe water')
    expect(container.textContent).toContain('Mean, share, %')
  })
  test('never shows the mean of the cells, which counts empty land as much as towns', () => {
    const { container } = render(
      <SurfaceLegend {...legend} report={{ ...report, diagnostics: null }} surface="mean" />,
    )
    expect(valuesOf(container)).toEqual(['10.0\u202f%', '50.0\u202f%'])
  })
  test('shows the width of an interval in points', () => {
    const { container } = render(<SurfaceLegend {...legend} surface="width" />)
    expect(valuesOf(container)).toEqual(['10.0\u00a0points', '50.0\u00a0points'])
    expect(container.textContent).toContain('Width of the 95 % interval, percentage points')
  })
  test('marks the mean on the ramp and draws each bin in proportion to its count', () => {
    const { container } = render(
      <MapLegend
        title="Rain"
        unit="mm"
        ramp="viridis"
        {...summary}
        mark={{ label: 'mean', value: summary.mean }}
        show={String}
      />,
    )
    expect(container.querySelector('span[style]')?.getAttribute('style')).toContain('25%')
    expect(rects(container)).toEqual([
      { x: 0, y: 27, height: 9 },
      { x: 72, y: 0, height: 36 },
      { x: 144, y: 18, height: 18 },
    ])
  })
  test('shows its values within a wider range of colours', () => {
    const { container } = render(
      <SurfaceLegend {...legend} surface="mean" range={{ min: 0, max: 1 }} clusters />,
    )
    expect(valuesOf(container)).toEqual(['0\u202f%', 'country 34.6\u202f%', '100\u202f%'])
    const drawn = rects(container)
    expect(drawn[0].x).toBeCloseTo(21.6)
    expect(drawn[2].x).toBeCloseTo(216 * (0.1 + (0.4 * 2) / 3))
    expect(container.textContent).toContain('Circles: observed share in the same colours')
  })
  test('counts units, and states when they are hatched', () => {
    const { container } = render(
      <SurfaceLegend
        {...legend}
        surface="mean"
        range={{ min: 0, max: 1 }}
        hatched
        units={units.slice(0, 3)}
      />,
    )
    expect(valuesOf(container)).toEqual(['0\u202f%', 'country 34.6\u202f%', '100\u202f%'])
    expect(container.textContent).toContain('Histogram: 3 units')
    expect(container.textContent).toContain('Hatched: the 95 % interval spans more than half of the colours')
    const heights = rects(container).map(({ height }) => height)
    expect(heights.filter((height) => height > 0)).toEqual([36, 36, 36])
  })
  test('names the threshold of an exceedance probability', () => {
    const { container } = render(
      <SurfaceLegend
        {...legend}
        report={{ ...report, layer: { ...report.layer, exceedance_threshold: 0.2 } }}
        surface="exceedance"
        range={{ min: 0, max: 1 }}
        hatched
        units={[]}
      />,
    )
    expect(container.textContent).toContain('P(prevalence > 20.0\u202f%)')
    expect(container.textContent).toContain('between 5 and 95 %')
  })
})
