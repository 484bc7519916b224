import { FIRST, REFERENCE } from '~/components/charts/chart-colours.ts'
import { type DrawPlot, PlotFigure } from '~/components/charts/plot-figure.tsx'
import type { Curve } from './diagnostics.ts'
import { decimal } from '~/lib/figures.ts'

const significant = (value: number) => String(Number(value.toPrecision(3)))

/** The effect of one covariate on the logit of prevalence, with its pointwise interval. */
export function CurveChart({ curve }: { curve: Curve }) {
  const points = curve.x.flatMap((x, at) => {
    const [mean, lower, upper] = [curve.mean[at], curve.lower[at], curve.upper[at]]
    return [x, mean, lower, upper].every(Number.isFinite) ? [{ x, mean, lower, upper }] : []
  })
  if (points.length < 2) return null
  const { name } = curve
  const draw: DrawPlot = (plot, width) =>
    plot.plot({
      width,
      height: 200,
      marginLeft: 44,
      marginBottom: 40,
      x: { label: name, labelAnchor: 'center', ticks: width < 420 ? 3 : 6 },
      y: { grid: true, nice: true, label: 'Effect, logit' },
      marks: [
        plot.ruleY([0], { stroke: REFERENCE }),
        plot.areaY(points, { x: 'x', y1: 'lower', y2: 'upper', fill: FIRST, fillOpacity: 0.2 }),
        plot.line(points, { x: 'x', y: 'mean', stroke: FIRST, strokeWidth: 2 }),
      ],
    }) as SVGSVGElement
  return (
    <PlotFigure
      title={`Effect of ${name}`}
      note={`Line and 95 % band, relative to the mean over the clusters. Effective degrees of freedom ${decimal(curve.edf, 1)}; 1 is a straight line on the model's scale.`}
      height={200}
      draw={draw}
      drawKey={JSON.stringify(points)}
      table={{
        columns: [name, 'Effect', 'Lower', 'Upper'],
        rows: points.map(({ x, mean, lower, upper }) => [
          significant(x),
          decimal(mean, 3),
          decimal(lower, 3),
          decimal(upper, 3),
        ]),
      }}
    />
  )
}
