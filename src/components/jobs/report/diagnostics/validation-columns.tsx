import { THIN, count, decimal } from '~/lib/figures.ts'
import type { AdminUnit } from '~/components/jobs/report/units/admin-sort.ts'
import { directEnds, directInterval } from '~/components/jobs/report/units/direct-interval.ts'
import { modelledInterval, percent } from '~/components/jobs/report/format.ts'
import { IntervalStrip } from '~/components/jobs/report/units/interval-strip.tsx'
import { niceTop, tickInPercent } from './nice-top.ts'
import { Outcome } from '~/components/jobs/report/outcome.tsx'
import type { UnitColumn } from '~/components/jobs/report/units/admin-table.tsx'

const muted = (text: string) => <span className="whitespace-nowrap text-muted">{text}</span>

/** Observed beside modelled, and whether they agree. */
export function validationColumns(units: readonly AdminUnit[]): UnitColumn[] {
  const top = scaleTop(units)
  return [
    { sort: 'clusters', label: 'Clusters', cell: ({ clusters }) => count(clusters) },
    { sort: 'observed', label: 'Observed', cell: ({ observed }) => percent(observed) },
    {
      label: '95 % interval',
      cell: (unit) => muted(directInterval(unit)),
    },
    { sort: 'modelled', label: 'Modelled', cell: ({ modelled }) => percent(modelled) },
    {
      label: '95 % interval',
      cell: (unit) => muted(modelledInterval(unit)),
    },
    {
      label: `0 to ${tickInPercent(top)}${THIN}%`,
      left: true,
      wideOnly: true,
      cell: (unit) => <IntervalStrip unit={unit} top={top} />,
    },
    { sort: 'z', label: 'z', cell: ({ z }) => decimal(z) },
    { sort: 'pass', label: 'Inside interval?', left: true, cell: ({ pass }) => <Outcome pass={pass} /> },
  ]
}

/** The end of the common scale, which holds all intervals. */
const scaleTop = (units: readonly AdminUnit[]): number =>
  niceTop(
    Math.max(
      0,
      ...units.map((unit) => Math.max(directEnds(unit)?.[1] ?? unit.observed ?? 0, unit.modelled_upper ?? 0)),
    ),
  )
