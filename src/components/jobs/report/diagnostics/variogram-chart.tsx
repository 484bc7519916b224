import { FIRST, INK, SECOND } from '~/components/charts/chart-colours.ts'
import { type DrawPlot, PlotFigure } from '~/components/charts/plot-figure.tsx'
import type { Diagnostics, Envelope } from './diagnostics.ts'
import { count, decimal } from '~/lib/figures.ts'

/** Below this share of simulated surveys that are as far outside, the difference is more than chance. */
const RARE = 0.05

/** Whether the data leave the band of surveys that are simulated from the model, and whether that is unusual. */
export function envelopeText({ simulations, lower, outside, simulations_as_far: asFar }: Envelope): string {
  const band = `The band holds 95 % of ${simulations} surveys that are simulated from the model, at each distance.`
  if (outside === 0) return `${band} The data are inside it at every distance.`
  const where = `The data are outside it at ${outside} of ${lower.length} distances`
  return asFar < RARE * simulations
    ? `${band} ${where}, as ${asFar === 0 ? 'none' : `only ${asFar}`} of the simulated surveys ${asFar === 1 ? 'is' : 'are'}: the fitted surface does not describe how clusters differ by distance.`
    : `${band} ${where}, as ${asFar} of the simulated surveys are at as many or more: no more than chance explains.`
}

/** Empirical semivariances of the residuals by distance, with the fitted curve; null is an outcome that has none. */
export function VariogramChart({
  variogram,
  hasCovariates = true,
  clusters = 0,
}: {
  variogram: NonNullable<Diagnostics['variogram']> | null
  hasCovariates?: boolean
  /** Of the layer. */
  clusters?: number
}) {
  if (!variogram) {
    return (
      <p className="text-muted">
        There is no variogram: more than 80 % of the clusters have no case, or only cases, so their
        differences show how many people were asked, not where.
      </p>
    )
  }
  const { clusters: compared, distance_km, pairs, empirical, fitted, envelope } = variogram
  const subset =
    compared !== null && compared < clusters
      ? ` It compares a random ${count(compared)} of the ${count(clusters)} clusters.`
      : ''
  const bins = distance_km.flatMap((distance, bin) =>
    bin < empirical.length && bin < fitted.length
      ? [
          {
            distance,
            pairs: pairs[bin] ?? 0,
            empirical: empirical[bin],
            fitted: fitted[bin],
            lower: envelope?.lower[bin],
            upper: envelope?.upper[bin],
          },
        ]
      : [],
  )
  if (bins.length === 0) return null
  const last = bins[bins.length - 1]
  const draw: DrawPlot = (plot, width) =>
    plot.plot({
      width,
      height: 260,
      marginLeft: 44,
      marginRight: 56,
      marginBottom: 40,
      x: { domain: [0, last.distance * 1.05], label: 'Distance, km', labelAnchor: 'center', ticks: 6 },
      y: { zero: true, grid: true, nice: true, label: 'Semivariance, logit²' },
      r: { range: [2, 7] },
      marks: [
        ...(envelope
          ? [
              plot.areaY(bins, {
                x: 'distance',
                y1: 'lower',
                y2: 'upper',
                fill: SECOND,
                fillOpacity: 0.18,
                curve: 'monotone-x',
              }),
            ]
          : []),
        plot.dot(bins, { x: 'distance', y: 'empirical', r: 'pairs', fill: FIRST, fillOpacity: 0.75 }),
        plot.line(bins, { x: 'distance', y: 'fitted', stroke: SECOND, strokeWidth: 2, curve: 'monotone-x' }),
        plot.text([last], {
          x: 'distance',
          y: 'fitted',
          text: ['fitted'],
          dx: 12,
          textAnchor: 'start',
          fill: INK,
        }),
      ],
    }) as SVGSVGElement
  return (
    <PlotFigure
      title="Variogram"
      note={`How much clusters differ the further apart they are${hasCovariates ? ', after the covariates' : ''}. Dots are the data (larger: more pairs), the line is the fitted model; it levels off at the range.${subset}${envelope ? ` ${envelopeText(envelope)}` : ''}`}
      height={260}
      draw={draw}
      drawKey={JSON.stringify(bins)}
      table={{
        columns: ['Distance, km', 'Pairs', 'Empirical', 'Fitted', ...(envelope ? ['Simulated, 95 %'] : [])],
        rows: bins.map((bin) => [
          decimal(bin.distance, 0),
          count(bin.pairs),
          decimal(bin.empirical, 3),
          decimal(bin.fitted, 3),
          ...(envelope ? [`${decimal(bin.lower, 3)}–${decimal(bin.upper, 3)}`] : []),
        ]),
      }}
    />
  )
}
