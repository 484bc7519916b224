import { FIRST, REFERENCE } from '~/components/charts/chart-colours.ts'
import { type DrawPlot, PlotFigure } from '~/components/charts/plot-figure.tsx'
import { percent } from '~/components/jobs/report/format.ts'

/** Histogram of the probability integral transform of held-out clusters. */
export function PitChart({ shares, label }: { shares: readonly number[]; label: string }) {
  if (shares.length === 0) return null
  const bins = shares.map((share, bin) => ({
    from: bin / shares.length,
    to: (bin + 1) / shares.length,
    share,
  }))
  const even = 1 / bins.length
  const draw: DrawPlot = (plot, width) =>
    plot.plot({
      width,
      height: 260,
      marginLeft: 44,
      marginBottom: 40,
      x: { domain: [0, 1], ticks: 5, label: 'Probability integral transform', labelAnchor: 'center' },
      y: {
        grid: true,
        label: 'Clusters, %',
        domain: [0, Math.max(1.6 * even, ...shares)],
        tickFormat: (share: number) => String(Math.round(share * 100)),
      },
      marks: [
        plot.rectY(bins, { x1: 'from', x2: 'to', y: 'share', fill: FIRST, fillOpacity: 0.75, inset: 1 }),
        plot.ruleY([even], { stroke: REFERENCE, strokeDasharray: '4 3' }),
        plot.ruleY([0], { stroke: REFERENCE }),
      ],
    }) as SVGSVGElement
  return (
    <PlotFigure
      title={`Calibration (PIT), ${label.toLowerCase()}`}
      note="Where held-out counts fall in their predicted distribution. Bars level with the dashed line mean that the model is well calibrated. A hump in the middle means that intervals are too wide, a U shape that they are too narrow, and a slope that predictions are biased."
      height={260}
      draw={draw}
      drawKey={shares.join()}
      table={{
        columns: ['Part of the distribution', 'Clusters'],
        rows: bins.map(({ from, to, share }) => [`${from.toFixed(1)}–${to.toFixed(1)}`, percent(share)]),
      }}
    />
  )
}
