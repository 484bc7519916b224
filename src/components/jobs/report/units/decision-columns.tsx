import type { ReactNode } from 'react'
import { count } from '~/lib/figures.ts'
import type { AdminSort, AdminUnit } from './admin-sort.ts'
import type { UnitColumn } from './admin-table.tsx'
import { headcount, modelledInterval, percent, probability } from '~/components/jobs/report/format.ts'

/** Whether any unit is ranked. */
export const hasDecisions = (units: readonly AdminUnit[]) => units.some(({ rank }) => rank !== null)

const muted = (text: ReactNode) => <span className="text-muted">{text}</span>

/** The 95 % interval of a unit's rank. */
export function rankInterval({ rank_lower, rank_upper }: AdminUnit) {
  if (rank_lower === null || rank_upper === null) return '–'
  return rank_lower === rank_upper ? `${rank_lower}` : `${rank_lower}–${rank_upper}`
}

/** Where prevalence is highest, how sure that is, and how many people it concerns. */
export function decisionColumns(
  units: readonly AdminUnit[],
  threshold: number | null,
  draws: number | null | undefined,
): UnitColumn[] {
  const some = (field: 'affected' | 'exceedance' | 'highest_fifth') =>
    units.some((unit) => unit[field] !== null)
  const ranked = units.filter(({ rank }) => rank !== null).length
  const fifth = `${count(Math.ceil(ranked / 5))} of ${count(ranked)}`
  const column = (sort: AdminSort, label: string, cell: UnitColumn['cell']): UnitColumn => ({
    sort,
    label,
    cell,
  })
  return [
    column('rank', 'Rank', ({ rank }) => (rank === null ? '–' : count(rank))),
    { label: '95 % interval', cell: (unit) => muted(rankInterval(unit)) },
    column('highest', 'P(highest)', ({ highest }) => probability(highest, draws)),
    // With five units or fewer, a fifth is one unit.
    ...(some('highest_fifth') && ranked > 5
      ? [
          column('highest_fifth', `P(highest ${fifth})`, ({ highest_fifth }) =>
            probability(highest_fifth, draws),
          ),
          column('lowest_fifth', `P(lowest ${fifth})`, ({ lowest_fifth }) =>
            probability(lowest_fifth, draws),
          ),
        ]
      : []),
    column('modelled', 'Modelled', ({ modelled }) => percent(modelled)),
    { label: '95 % interval', cell: (unit) => muted(modelledInterval(unit)) },
    ...(some('exceedance')
      ? [
          column(
            'exceedance',
            threshold === null ? 'P(exceeds)' : `P(prevalence > ${percent(threshold)})`,
            ({ exceedance }) => probability(exceedance, draws),
          ),
        ]
      : []),
    ...(some('affected')
      ? [
          column('affected', 'People affected', ({ affected }) => headcount(affected)),
          {
            label: '95 % interval',
            cell: ({ affected_lower, affected_upper }: AdminUnit) =>
              muted(
                affected_lower === null || affected_upper === null
                  ? '–'
                  : `${headcount(affected_lower)}–${headcount(affected_upper)}`,
              ),
          },
          { label: 'of people', cell: ({ people }: AdminUnit) => headcount(people) },
        ]
      : []),
  ]
}
