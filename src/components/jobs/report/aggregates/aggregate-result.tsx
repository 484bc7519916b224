import type { Aggregate } from '#contract/jobs/aggregates.ts'
import { FigureTable } from '~/components/charts/figure-table.tsx'
import { headcount, modelledInterval, percent, probability } from '~/components/jobs/report/format.ts'

type Unit = NonNullable<Aggregate['units']>[number]

/** The figures of units, with columns for what they have. */
export function AggregateResult({
  units,
  threshold,
  draws,
}: {
  units: readonly Unit[]
  threshold: number | null
  draws: number | null | undefined
}) {
  const countsPeople = units.some(({ affected }) => affected !== null)
  const columns: [label: string, cell: (unit: Unit) => string][] = [
    ['Prevalence', ({ modelled }) => percent(modelled)],
    ['95 % interval', modelledInterval],
    ...(countsPeople
      ? ([
          ['People affected', ({ affected }) => headcount(affected)],
          [
            '95 % interval of people',
            ({ affected_lower, affected_upper }) =>
              `${headcount(affected_lower)}–${headcount(affected_upper)}`,
          ],
          ['of people', ({ people }) => headcount(people)],
        ] as typeof columns)
      : []),
    ...(threshold === null
      ? []
      : ([
          [`P(> ${percent(threshold)})`, ({ exceedance }) => probability(exceedance, draws)],
        ] as typeof columns)),
  ]
  const without = units.filter(({ modelled }) => modelled === null).length
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FigureTable
        caption="Figures of other units"
        columns={['Unit', ...columns.map(([label]) => label)]}
        rows={units.map((unit) => [
          unit.name,
          ...columns.map(([, cell]) => (unit.modelled === null ? '–' : cell(unit))),
        ])}
      />
      {without > 0 && (
        <p className="text-sm text-muted">
          {without === 1 ? 'One unit has' : `${without} units have`} no cells of this layer.
        </p>
      )}
    </div>
  )
}
