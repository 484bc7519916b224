import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { hasColumn } from '#common/town-warnings.ts'
import { SAMPLED_SHARE } from '#contract/submissions/configuration.ts'
import { FigureTable } from '~/components/charts/figure-table.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Card } from '~/components/ui/card.tsx'
import { count } from '~/lib/figures.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { HowToRead } from '~/components/ui/how-to-read.tsx'
import { directEnds, directInterval } from './direct-interval.ts'
import { headcount, interval, percent, probability } from '~/components/jobs/report/format.ts'
import { type Surveyed, hasPopulation, isWeighted, townWarnings } from './survey-design.ts'

/** What the direct estimate knows of the survey's design, after `the survey's 505`. */
export function designOf(report: Surveyed): string {
  if (typeof report.layer['columns'] !== 'object' || report.layer['columns'] === null)
    return 'clusters and weights only.'
  const hasStrata = hasColumn(report.layer, 'stratum')
  if (isWeighted(report))
    return hasStrata
      ? 'clusters, their weights and strata only.'
      : 'clusters and their weights only; no strata were given, so one stratum is assumed.'
  const same = hasColumn(report.layer, 'weight')
  if (hasStrata)
    return `clusters and their strata only; ${same ? 'all weights are the same' : 'no weights were given'}, so everyone counts the same.`
  return `clusters only; ${same ? 'all weights are the same and no strata' : 'no weights or strata'} were given: a simple random sample of clusters is assumed.`
}

/** Which of the two figures to trust where they disagree: it depends on how the clusters were chosen. */
export function whatToTrust(report: Surveyed, usesDensity: boolean, separatesTowns: boolean): string {
  if (usesDensity)
    return 'The density of clusters predicts prevalence, so clusters were not placed evenly, and the direct estimate counts the places with many of them too much. Where the two intervals do not overlap, trust the modelled figure, which corrects for that.'
  if (isWeighted(report))
    return 'Where the two intervals do not overlap, trust the direct estimate and look for what the model misses.'
  return `Without weights${hasColumn(report.layer, 'weight') ? ' that differ' : ''}, the direct estimate is biased if some places were sampled more than others, as towns often are${separatesTowns ? '' : '; so is the modelled figure if these were towns, since urban and rural areas are not modelled separately'}. Where the two intervals do not overlap, find out how the clusters were chosen before you trust either figure.`
}

/** The country's modelled value beside the survey's own estimate; renders nothing for layers without it. */
export function NationalFigure({ report }: { report: JobReport }) {
  const diagnostics = readDiagnostics(report.diagnostics)
  const national = diagnostics?.national
  if (!national) return null
  const { raked_units } = diagnostics
  const share = diagnostics.parameters['urban_share']
  const sampled = diagnostics.parameters['sampled_urban_share'] as number | undefined
  const hasSample = typeof sampled === 'number' && sampled !== share
  const isStated = report.layer['urban_share'] === SAMPLED_SHARE && !isWeighted(report)
  const threshold = diagnostics.parameters['exceedance_threshold']
  return (
    <Card className="print:break-inside-avoid" anchor="national" title="National figure">
      {townWarnings(report).map((message) => (
        <Alert key={message} tone="warning">
          {message}
        </Alert>
      ))}
      <FigureTable
        caption="National figure"
        columns={['Estimate', 'Prevalence', '95 % interval']}
        rows={[
          [
            national.unraked === null ? 'Modelled' : 'Modelled, raked',
            percent(national.modelled),
            interval(national.modelled_lower, national.modelled_upper),
          ],
          ['Direct', percent(national.observed), directInterval(national)],
        ]}
      />
      {national.raked_to !== null && (
        <p className="max-w-prose">
          Maps and admin figures are <strong>raked</strong> to a given national prevalence of{' '}
          {percent(national.raked_to)}. The model alone gives {percent(national.unraked)}; cross-validation
          describes that model.
        </p>
      )}
      {raked_units.length > 0 && (
        <>
          <p className="max-w-prose">
            {count(raked_units.length)} {raked_units.length === 1 ? 'unit is' : 'units are'}{' '}
            <strong>raked</strong> to given prevalences; the others are as modelled. The model alone gives a
            national prevalence of {percent(national.unraked)}; cross-validation describes that model.
          </p>
          <FigureTable
            caption="Raked units"
            columns={['Unit', 'Raked to', 'Model alone']}
            rows={raked_units.map(({ level, name, raked_to, unraked }) => [
              `${name} (ADM${level})`,
              percent(raked_to),
              percent(unraked),
            ])}
          />
        </>
      )}
      {national.affected !== null && national.people !== null && (
        <p className="max-w-prose">
          Expected number of people affected: <strong>{headcount(national.affected)}</strong> of{' '}
          {headcount(national.people)} (95 % interval {headcount(national.affected_lower)} to{' '}
          {headcount(national.affected_upper)}), people being those of the population band.
        </p>
      )}
      {national.exceedance !== null && typeof threshold === 'number' && (
        <p className="max-w-prose">
          Probability that national prevalence exceeds {percent(threshold)}:{' '}
          <strong>{probability(national.exceedance, report.draws)}</strong>.
        </p>
      )}
      <HowToRead of="the national figure">
        <p>
          The modelled figure{' '}
          {hasPopulation(report)
            ? 'weights the map by population'
            : 'is the mean of all cells, because the layer has no population'}
          .
          {national.observed !== null && (
            <>
              {' '}
              The direct estimate uses the survey's {count(national.clusters)} {designOf(report)}
            </>
          )}
          {directEnds(national) !== null && (
            <>
              {' '}
              {whatToTrust(
                report,
                diagnostics.parameters['uses_density'] === true,
                typeof share === 'number',
              )}
            </>
          )}
        </p>
        {typeof share === 'number' && (
          <p>
            Urban and rural areas are modelled separately; {percent(sampled ?? share)} of the sampled people
            are urban{hasSample && <>, and {percent(share)} of all people as the layer gives it</>}
            {isStated && <>, which the layer states to be the share of all people</>}.
          </p>
        )}
      </HowToRead>
    </Card>
  )
}
