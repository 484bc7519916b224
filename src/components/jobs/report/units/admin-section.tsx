import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { MapPinOff } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { admDataQuery } from '~/server/jobs.functions.ts'
import { decisionColumns, hasDecisions, rankInterval } from './decision-columns.tsx'
import { thresholdOf } from '~/components/jobs/report/map/surfaces.ts'
import { validationColumns } from '~/components/jobs/report/diagnostics/validation-columns.tsx'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { type AdminUnit, levelsOf } from './admin-sort.ts'
import { AdminTable } from './admin-table.tsx'
import { AggregateButton } from '~/components/jobs/report/aggregates/aggregate-button.tsx'
import { admCaution } from '~/components/jobs/report/flags.tsx'
import { count } from '~/lib/figures.ts'
import { probability } from '~/components/jobs/report/format.ts'
import { HowToRead } from '~/components/ui/how-to-read.tsx'
import { NoIntervalNote } from './no-interval-note.tsx'
import { hasPopulation } from './survey-design.ts'
import { FEW_CASES, hasLittlePower } from '~/components/jobs/report/diagnostics/test-power.ts'
import type { ChangeSearch, ReportSearch } from '~/components/jobs/report/report-search.ts'
import { Segmented } from '~/components/ui/fields/segmented.tsx'

const COLUMNS = [
  { value: 'validation', label: 'Comparison' },
  { value: 'decisions', label: 'Ranks and people' },
] as const

/** A completed job's admin units: how many are inside the interval, and the table. */
export function AdminSection({
  report,
  search,
  onChange,
  highlight,
  onHighlight,
}: {
  report: JobReport
  search: ReportSearch
  onChange: ChangeSearch
  highlight: string | null
  onHighlight: (code: string | null) => void
}) {
  const { data, error, isFetching, refetch } = useQuery(admDataQuery(report.id))
  const { level: levelParam, table } = search
  const content = data?.content
  const { levels, level, ofLevel, decidable, decisions, columns } = useMemo(
    () => tableOf(content ?? [], report, levelParam, table),
    [content, report, levelParam, table],
  )
  return (
    <Card
      anchor="admin-units"
      title="Admin units"
      help={<HelpLink topic="admin-units" />}
      actions={
        <>
          {levels.length > 1 && (
            <Segmented
              label="Admin level"
              value={level}
              options={levels.map((value) => ({ value, label: `ADM${value}` }))}
              onChange={(next) =>
                onChange({ level: next === levels[0] ? undefined : (next as 1 | 2), unit: undefined })
              }
            />
          )}
          <AggregateButton report={report} />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonLines lines={8} label="Loading the admin units" />
      ) : ofLevel.length === 0 ? (
        <EmptyState icon={MapPinOff} title="No admin units">
          The layer was computed without admin units, so there is nothing to compare by unit.
        </EmptyState>
      ) : (
        <>
          {decidable && (
            <div className="print:hidden">
              <Segmented
                label="Columns"
                value={search.table ?? 'validation'}
                options={COLUMNS}
                onChange={(next) => onChange({ table: next === 'decisions' ? next : undefined })}
              />
            </div>
          )}
          {decisions ? <Extremes units={ofLevel} draws={report.draws} /> : <Inside units={ofLevel} />}
          <AdminTable
            units={ofLevel}
            columns={columns}
            caption={
              decisions
                ? `Rank and people affected of each ADM${level} unit`
                : `Observed and modelled share of each ADM${level} unit`
            }
            sortBy={search.sort_by ?? 'name'}
            sortOrder={search.sort_order ?? 'asc'}
            onSort={(by, order) =>
              onChange({
                sort_by: by === 'name' ? undefined : by,
                sort_order: order === 'asc' ? undefined : order,
              })
            }
            highlight={highlight}
            onHighlight={onHighlight}
          />
          {!decisions && <NoIntervalNote units={ofLevel} />}
          <OpenEndsNote units={ofLevel} />
          <HowToRead of="the units">
            {decisions ? (
              <p>{ranksReading(ofLevel, report.draws)}</p>
            ) : (
              <p>{comparisonReading(ofLevel, hasPopulation(report))}</p>
            )}
          </HowToRead>
        </>
      )}
    </Card>
  )
}

/** The units of a level, and the columns that show them. */
function tableOf(
  units: readonly AdminUnit[],
  report: JobReport,
  levelParam: ReportSearch['level'],
  table: ReportSearch['table'],
) {
  const { levels, level } = levelsOf(units, levelParam)
  const ofLevel = units.filter((unit) => unit.level === level)
  const decidable = hasDecisions(ofLevel)
  const decisions = decidable && table === 'decisions'
  const columns = decisions
    ? decisionColumns(ofLevel, thresholdOf(report), report.draws)
    : validationColumns(ofLevel)
  return { levels, level, ofLevel, decidable, decisions, columns }
}

/** What the asterisks of the table mean, if there are any. */
function OpenEndsNote({ units }: { units: readonly AdminUnit[] }) {
  const atZero = units.some(({ modelled_lower }) => modelled_lower === 0)
  const atOne = units.some(({ modelled_upper }) => modelled_upper === 1)
  if (!atZero && !atOne) return null
  const counts = [atZero && 'no case', atOne && 'only cases'].filter(Boolean).join(' or ')
  const ends = [atZero && '0', atOne && '100 %'].filter(Boolean).join(' or ')
  return (
    <p className="max-w-prose text-muted">
      * The clusters of the unit, or around it, have {counts}: the survey cannot exclude a prevalence of{' '}
      {ends} there.
    </p>
  )
}

function Extremes({ units, draws }: { units: readonly AdminUnit[]; draws: number | null | undefined }) {
  const [first] = units.toSorted((one, other) => (other.highest ?? 0) - (one.highest ?? 0))
  const [last] = units.toSorted(
    (one, other) =>
      (other.rank ?? 0) - (one.rank ?? 0) || (other.lowest_fifth ?? 0) - (one.lowest_fifth ?? 0),
  )
  if (first.highest === null) return null
  return (
    <p className="max-w-prose font-medium">
      {first.name} has the highest prevalence with probability {probability(first.highest, draws)}
      {last.rank !== null &&
        last.code !== first.code &&
        `; ${last.name} ranks lowest: ${count(last.rank)}, 95 % interval ${rankInterval(last)}`}
      .
    </p>
  )
}

function ranksReading(units: readonly AdminUnit[], draws: number | null | undefined): string {
  return [
    'Rank 1 is the highest prevalence: the median of the model’s joint draws with its 95 % interval. Where intervals of ranks overlap, the order of units is not certain.',
    units.some(({ affected }) => affected !== null) &&
      'People affected are prevalence times the people of the population band.',
    draws && `Probabilities are shares of ${count(draws)} draws.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const testableOf = (units: readonly AdminUnit[]) => units.filter((unit) => unit.pass !== null)

function Inside({ units }: { units: readonly AdminUnit[] }) {
  const testable = testableOf(units)
  const inside = testable.filter((unit) => unit.pass).length
  return (
    <p className="max-w-prose font-medium">
      {testable.length === 0
        ? 'No unit is testable.'
        : `${count(inside)} of ${count(testable.length)} testable units inside their interval${testable.length < units.length ? `, of ${count(units.length)} units` : ''}.`}
    </p>
  )
}

function comparisonReading(units: readonly AdminUnit[], countsPeople: boolean): string {
  const testable = testableOf(units)
  const weak = testable.filter(hasLittlePower).length
  return [
    `A unit is testable with enough clusters and an interval of its observed share. Observed is the direct survey estimate; modelled is the ${countsPeople ? 'population-weighted mean of the surface' : 'mean of the surface over the cells of the unit'}.`,
    testable.length > 0 && admCaution(testable.length),
    weak > 0 &&
      `In ${count(weak)} of ${count(testable.length)} testable units the survey has fewer than about ${FEW_CASES} cases or ${FEW_CASES} non-cases: their intervals are so wide that the test has little power.`,
  ]
    .filter(Boolean)
    .join(' ')
}
