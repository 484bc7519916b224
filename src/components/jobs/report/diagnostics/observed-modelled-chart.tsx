import { ALERT, FAINT, FIRST, INK, REFERENCE } from '~/components/charts/chart-colours.ts'
import { type DrawPlot, PlotFigure } from '~/components/charts/plot-figure.tsx'
import { LABEL_OFFSETS, placeLabels } from '~/components/charts/place-labels.ts'
import type { AdminUnit } from '~/components/jobs/report/units/admin-sort.ts'
import { directEnds, directInterval } from '~/components/jobs/report/units/direct-interval.ts'
import { interval, percent } from '~/components/jobs/report/format.ts'
import { niceTop, tickInPercent } from './nice-top.ts'

type Pair = AdminUnit & { observed: number; modelled: number }
const isPair = (unit: AdminUnit): unit is Pair => unit.observed !== null && unit.modelled !== null

/** Observed and modelled share of admin units, both with intervals, around the line of equality. */
export function ObservedModelledChart({
  units,
  level,
  raked,
}: {
  units: readonly AdminUnit[]
  level: number
  /** Modelled shares are raked; whether a unit passes is not. */
  raked: boolean
}) {
  const pairs = units.filter(isPair)
  if (pairs.length === 0) return null
  const draw: DrawPlot = (plot, width) => {
    const highest = Math.max(
      ...pairs.map((unit) => Math.max(unit.observed, unit.modelled, unit.modelled_upper ?? 0)),
    )
    const top = niceTop(1.02 * highest)
    const colour = (unit: Pair) => (unit.pass === false ? ALERT : unit.pass === null ? FAINT : FIRST)
    const clipped = { clip: true }
    const axis = {
      domain: [0, top],
      label: null,
      ticks: 5,
      tickFormat: tickInPercent,
    }
    const height = Math.min(width, 420)
    const margin = { marginTop: 20, marginRight: 20, marginBottom: 40, marginLeft: 44 }
    const failed = pairs.filter((unit) => unit.pass === false)
    const offsets = placeLabels(failed, ({ observed, modelled }) => ({
      x: (observed / top) * (width - margin.marginLeft - margin.marginRight),
      y: (1 - modelled / top) * (height - margin.marginTop - margin.marginBottom),
    }))
    return plot.plot({
      width,
      height,
      ...margin,
      x: { ...axis, label: 'Observed, %', labelAnchor: 'center' },
      y: { ...axis, label: 'Modelled, %' },
      marks: [
        plot.line(
          [
            [0, 0],
            [top, top],
          ],
          { stroke: REFERENCE, strokeDasharray: '4 3' },
        ),
        plot.text([[top, top]], { text: ['1:1'], dx: -6, dy: 10, textAnchor: 'end', fill: REFERENCE }),
        plot.ruleY(
          pairs.filter((unit) => directEnds(unit) !== null),
          {
            x1: 'observed_lower',
            x2: 'observed_upper',
            y: 'modelled',
            stroke: colour,
            strokeOpacity: 0.45,
            ...clipped,
          },
        ),
        plot.ruleX(
          pairs.filter((unit) => unit.modelled_lower !== null),
          {
            y1: 'modelled_lower',
            y2: 'modelled_upper',
            x: 'observed',
            stroke: colour,
            strokeOpacity: 0.45,
            ...clipped,
          },
        ),
        plot.dot(pairs, {
          x: 'observed',
          y: 'modelled',
          r: 3.5,
          fill: colour,
          symbol: (unit: Pair) => (unit.pass === false ? 'triangle' : 'circle'),
        }),
        ...LABEL_OFFSETS.map((dy) =>
          plot.text(
            failed.filter((unit) => offsets.get(unit) === dy),
            {
              x: 'observed',
              y: 'modelled',
              text: 'name',
              dy,
              fill: INK,
              stroke: 'var(--raised)',
              strokeWidth: 3,
            },
          ),
        ),
        plot.tip(
          pairs,
          plot.pointer({
            x: 'observed',
            y: 'modelled',
            fill: 'var(--raised)',
            stroke: FAINT,
            title: (unit: Pair) =>
              `${unit.name}\nobserved ${percent(unit.observed)}\nmodelled ${percent(unit.modelled)}`,
          }),
        ),
      ],
    }) as SVGSVGElement
  }
  return (
    <PlotFigure
      title={`Observed against modelled, ADM${level} units`}
      note={`Each mark is a unit, its bars the two 95 % intervals. On the dashed line both are equal. Triangles are testable units outside their interval; grey marks are not testable.${raked ? ' Modelled shares are raked; the test uses the shares before raking.' : ''}`}
      height={420}
      draw={draw}
      drawKey={`${level}:${pairs.length}`}
      table={{
        columns: ['Unit', 'Observed', '95 % interval', 'Modelled', '95 % interval of the model'],
        rows: pairs.map((unit) => [
          unit.name,
          percent(unit.observed),
          directInterval(unit),
          percent(unit.modelled),
          interval(unit.modelled_lower, unit.modelled_upper),
        ]),
      }}
    />
  )
}
