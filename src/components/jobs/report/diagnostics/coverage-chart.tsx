import { FIRST, INK, REFERENCE, SECOND } from '~/components/charts/chart-colours.ts'
import { type DrawPlot, PlotFigure } from '~/components/charts/plot-figure.tsx'
import { type Diagnostics, FOLDS } from './diagnostics.ts'
import { percent } from '~/components/jobs/report/format.ts'

const NOMINAL = [
  { share: 0.5, key: 'coverage_50', expected: 'expected_coverage_50' },
  { share: 0.8, key: 'coverage_80', expected: 'expected_coverage_80' },
  { share: 0.95, key: 'coverage_95', expected: 'expected_coverage_95' },
] as const

/** Half the length of the bars of expected coverage, in shares. */
const BAR = 0.02

/** Actual coverage of the nominal 50, 80 and 95 % intervals. */
export function CoverageChart({ diagnostics }: { diagnostics: Diagnostics }) {
  const held = FOLDS.filter(({ key }) => key !== 'train')
  const marks = held.flatMap(({ key, label }) =>
    NOMINAL.flatMap((nominal) => {
      const covered = diagnostics[key]?.[nominal.key]
      return covered === undefined ? [] : [{ fold: key, label, nominal: nominal.share, covered }]
    }),
  )
  if (marks.length === 0) return null
  const expected = held.flatMap(({ key }) =>
    NOMINAL.flatMap((nominal) => {
      const share = diagnostics[key]?.[nominal.expected]
      return share === undefined ? [] : [{ fold: key, nominal: nominal.share, share }]
    }),
  )
  const labels = apart(marks.filter(({ nominal }) => nominal === 0.95))
  const draw: DrawPlot = (plot, width) =>
    plot.plot({
      width,
      height: 260,
      marginLeft: 44,
      marginRight: 84,
      marginBottom: 40,
      x: {
        domain: [0.4, 1],
        ticks: [0.5, 0.8, 0.95],
        tickFormat: (share: number) => String(Math.round(share * 100)),
        label: 'Interval, %',
        labelAnchor: 'center',
      },
      y: {
        domain: [0.3, 1],
        ticks: 5,
        grid: true,
        tickFormat: (share: number) => String(Math.round(share * 100)),
        label: 'Covered, %',
      },
      color: { domain: ['cv_random', 'cv_block'], range: [FIRST, SECOND] },
      marks: [
        plot.line(
          [
            [0.4, 0.4],
            [1, 1],
          ],
          { stroke: REFERENCE, strokeDasharray: '4 3' },
        ),
        plot.ruleY(expected, {
          x1: (mark: { nominal: number }) => mark.nominal - BAR,
          x2: (mark: { nominal: number }) => mark.nominal + BAR,
          y: 'share',
          stroke: 'fold',
          strokeWidth: 2,
        }),
        plot.line(marks, { x: 'nominal', y: 'covered', stroke: 'fold' }),
        plot.dot(marks, {
          x: 'nominal',
          y: 'covered',
          fill: 'fold',
          r: 4,
          symbol: (mark: { fold: string }) => (mark.fold === 'cv_block' ? 'square' : 'circle'),
        }),
        plot.text(labels, { x: () => 1, y: 'at', text: 'label', dx: 6, textAnchor: 'start', fill: INK }),
      ],
    }) as SVGSVGElement
  return (
    <PlotFigure
      title="Coverage of intervals"
      note={`Share of held-out clusters whose count lies inside the interval. Below the dashed line, intervals are too narrow. ${
        expected.length > 0
          ? 'Counts are discrete, so a correct model covers more than the dashed line says: as much as the short bars. Well above these, intervals are too wide.'
          : 'Counts are discrete, so a correct model lies above the line, most of all for the 50 % interval.'
      }`}
      height={260}
      draw={draw}
      drawKey={JSON.stringify([marks, expected])}
      table={{
        columns: ['Interval', ...held.flatMap(({ label }) => [label, `${label}, expected`])],
        rows: NOMINAL.map(({ share, key: figure, expected: expectedFigure }) => [
          percent(share, 0),
          ...held.flatMap(({ key }) => [
            percent(diagnostics[key]?.[figure]),
            percent(diagnostics[key]?.[expectedFigure], 1),
          ]),
        ]),
      }}
    />
  )
}

/** Places labels so that two lines with nearby ends can still be distinguished. */
function apart<M extends { covered: number }>(marks: readonly M[]): (M & { at: number })[] {
  const gap = 0.06
  let last = -1
  return marks
    .toSorted((one, other) => one.covered - other.covered)
    .map((mark) => {
      last = Math.max(mark.covered - gap / 2, last + gap)
      return { ...mark, at: last }
    })
}
