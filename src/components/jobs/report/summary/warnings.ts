import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { count, decimal } from '~/lib/figures.ts'
import { expectedCoverage, metricVerdict } from '../diagnostics/metric-verdict.ts'
import { type Diagnostics, readDiagnostics, unitsDiffer } from '../diagnostics/diagnostics.ts'
import { formatRaking, pText, percent } from '../format.ts'
import { townWarnings } from '../units/survey-design.ts'

export interface Warning {
  text: string
  /** The part of the report that explains it. */
  anchor: 'checks' | 'national' | 'admin-units' | 'cross-validation'
}

/** What is wrong with a completed layer, the most severe first; each in a few words. */
export function warningsOf(
  report: Pick<
    JobReport,
    'layer' | 'diagnostics' | 'all_adm_pass' | 'is_overfit' | 'rake_to' | 'raked_units'
  >,
): Warning[] {
  const diagnostics = readDiagnostics(report.diagnostics)
  if (!diagnostics) return []
  const at = (anchor: Warning['anchor'], texts: (string | false | undefined)[]) =>
    texts.flatMap((text) => (text ? [{ text, anchor }] : []))
  const finding = (kind: string, text: (total: number) => string) => {
    const some = diagnostics.findings.filter((one) => one.kind === kind)
    return some.length > 0 && text(some.length)
  }
  const raking = formatRaking(report)
  return [
    ...at('national', [townWarnings({ ...report }).length > 0 && 'Towns may count too much']),
    ...at('checks', [
      finding('nodata', () => 'A value of a covariate looks like undeclared nodata'),
      ...(['adm1', 'adm2'] as const).map((level) => contradiction(diagnostics, level)),
    ]),
    ...at('cross-validation', [
      narrowIntervals(diagnostics),
      report.is_overfit === true && 'Overfit: covariates make predictions of held-out blocks worse',
      poorBlocks(diagnostics),
    ]),
    ...at('national', [contradictedNation(diagnostics)]),
    ...at('checks', [
      extrapolation(diagnostics),
      finding('coverage', () => 'A part of the country has no clusters'),
      finding('far-value', () => 'A covariate has a value far from all others'),
      finding('outlier', () => 'Clusters are far from their predictions'),
      finding('failed-folds', () => 'Some folds could not be fitted'),
      finding('left-out', () => 'People or clusters were left out'),
      finding('weights', () => 'The weights of the survey are doubtful'),
      finding('prior', () => 'The prior moves figures'),
    ]),
    ...at('admin-units', [
      report.all_adm_pass === false &&
        'Some first-level units lie outside the interval of their direct estimate',
    ]),
    ...at('national', [raking]),
  ]
}

function contradiction(diagnostics: Diagnostics, level: 'adm1' | 'adm2'): string | undefined {
  const test = diagnostics[level]?.together
  if (!test || !unitsDiffer(test)) return undefined
  return `${level === 'adm1' ? 'First' : 'Second'}-level units contradict the model (${pText(test.p_value)})`
}

function narrowIntervals({ cv_block, national }: Diagnostics): string | undefined {
  if (metricVerdict('coverage_95', cv_block, national?.clusters) !== 'intervals too narrow') return undefined
  return `Intervals are too narrow: ${percent(cv_block?.coverage_95, 0)} of ${percent(expectedCoverage(cv_block, 'coverage_95'), 0)} expected`
}

function poorBlocks({ cv_block }: Diagnostics): string | undefined {
  const r2 = cv_block?.r2
  if (r2 === undefined || r2 > 0.2) return undefined
  return r2 <= 0
    ? 'Areas without clusters are predicted no better than by the mean'
    : `Areas without clusters are predicted poorly: R² ${decimal(r2)} in block folds`
}

function contradictedNation({ verdict, national }: Diagnostics): string | undefined {
  const criterion = verdict?.criteria.find(({ name }) => name === 'national')
  if (!criterion || criterion.met) return undefined
  return `The survey alone says ${percent(national?.observed)}, the map ${percent(national?.unraked ?? national?.modelled)}`
}

function extrapolation({ verdict, national }: Diagnostics): string | undefined {
  const criterion = verdict?.criteria.find(({ name, value }) => name === 'extrapolation' && value !== null)
  if (!criterion?.value || criterion.value < 0.01) return undefined
  const share = percent(criterion.value, 0)
  return national?.people === null || national?.people === undefined
    ? `${share} of the country is extrapolated`
    : `${share} of the people (${count(Math.round(criterion.value * national.people))}) live where the map extrapolates`
}
