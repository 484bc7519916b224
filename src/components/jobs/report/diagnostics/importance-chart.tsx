import { FIRST, REFERENCE } from '~/components/charts/chart-colours.ts'
import { type DrawPlot, PlotFigure } from '~/components/charts/plot-figure.tsx'
import type { Diagnostics } from './diagnostics.ts'
import { decimal } from '~/lib/figures.ts'

/** How much worse the prediction gets without each covariate. */
export function ImportanceChart({ importance }: { importance: Diagnostics['importance'] }) {
  if (importance.length === 0) return null
  const bars = importance
    .map(({ name, rmse_increase }) => ({ name, increase: rmse_increase * 100 }))
    .toSorted((one, other) => other.increase - one.increase)
  // Those of rare outcomes are all small.
  const digits = bars.every(({ increase }) => Math.abs(increase) < 0.1) ? 4 : 2
  const height = 60 + 30 * bars.length
  const longest = Math.max(...bars.map(({ name }) => name.length))
  const draw: DrawPlot = (plot, width) =>
    plot.plot({
      width,
      height,
      marginLeft: Math.min(width / 2.5, 16 + 6.2 * longest),
      marginRight: 48,
      marginBottom: 40,
      x: {
        label: 'Increase in RMSE when shuffled, percentage points',
        labelAnchor: 'center',
        ticks: width < 420 ? 2 : 4,
        grid: true,
      },
      y: { label: null, domain: bars.map(({ name }) => name) },
      marks: [
        plot.barX(bars, {
          x: 'increase',
          y: 'name',
          fill: FIRST,
          fillOpacity: 0.75,
          insetTop: 4,
          insetBottom: 4,
        }),
        plot.text(bars, {
          x: (bar: { increase: number }) => Math.max(0, bar.increase),
          y: 'name',
          text: (bar: { increase: number }) => decimal(bar.increase, digits),
          dx: 4,
          textAnchor: 'start',
        }),
        plot.ruleX([0], { stroke: REFERENCE }),
      ],
    }) as SVGSVGElement
  return (
    <PlotFigure
      title="Importance of covariates"
      note="Increase in the random-fold RMSE, in percentage points, when the values of a covariate are shuffled. Near or below 0: the surface does as well without it. Covariates with the same information share their importance."
      height={height}
      draw={draw}
      drawKey={JSON.stringify(bars)}
      table={{
        columns: ['Covariate', 'Increase in RMSE, percentage points'],
        rows: bars.map(({ name, increase }) => [name, decimal(increase, digits + 1)]),
      }}
    />
  )
}
