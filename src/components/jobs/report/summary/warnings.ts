import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { type LayerWarning, layerWarnings } from '#common/layer-warnings.ts'
import { count, decimal } from '~/lib/figures.ts'
import { readDiagnostics } from '../diagnostics/diagnostics.ts'
import { formatRaking, pText, percent } from '../format.ts'

export interface Warning {
  text: string
  /** The part of the report that explains it. */
  anchor: 'checks' | 'national' | 'admin-units' | 'cross-validation'
}

type Kind = LayerWarning['kind']
type Text<K extends Kind> = string | ((warning: Extract<LayerWarning, { kind: K }>) => string)

const TEXTS: { [K in Kind]: [Warning['anchor'], Text<K>] } = {
  towns: ['national', 'Towns may count too much'],
  nodata: ['checks', 'A value of a covariate looks like undeclared nodata'],
  'units-contradict': [
    'checks',
    ({ level, p }) => `${level === 1 ? 'First' : 'Second'}-level units contradict the model (${pText(p)})`,
  ],
  narrow: [
    'cross-validation',
    ({ covered, expected }) =>
      `Intervals are too narrow: ${percent(covered, 0)} of ${percent(expected, 0)} expected`,
  ],
  overfit: ['cross-validation', 'Overfit: covariates make predictions of held-out blocks worse'],
  'no-better': ['cross-validation', 'Areas without clusters are predicted no better than by the mean'],
  poor: [
    'cross-validation',
    ({ r2 }) => `Areas without clusters are predicted poorly: R² ${decimal(r2)} in block folds`,
  ],
  'nation-contradicts': [
    'national',
    ({ observed, modelled }) => `The survey alone says ${percent(observed)}, the map ${percent(modelled)}`,
  ],
  extrapolation: [
    'checks',
    ({ share, people }) =>
      people === null
        ? `${percent(share, 0)} of the country is extrapolated`
        : `${percent(share, 0)} of the people (${count(Math.round(share * people))}) live where the map extrapolates`,
  ],
  coverage: ['checks', 'A part of the country has no clusters'],
  'far-value': ['checks', 'A covariate has a value far from all others'],
  outlier: ['checks', 'Clusters are far from their predictions'],
  'failed-folds': ['checks', 'Some folds could not be fitted'],
  'left-out': ['checks', 'People or clusters were left out'],
  weights: ['checks', 'The weights of the survey are doubtful'],
  prior: ['checks', 'The prior moves figures'],
  'units-outside': [
    'admin-units',
    'Some first-level units lie outside the interval of their direct estimate',
  ],
  'raked-nation': ['national', ({ to }) => formatRaking({ rake_to: to, raked_units: 0 })!],
  'raked-units': ['national', ({ units }) => formatRaking({ rake_to: null, raked_units: units })!],
}

/** What is wrong with a completed layer, the most severe first; each in a few words. */
export function warningsOf(
  report: Pick<JobReport, 'diagnostics' | 'all_adm_pass' | 'is_overfit' | 'rake_to' | 'raked_units'>,
): Warning[] {
  const diagnostics = readDiagnostics(report.diagnostics)
  if (!diagnostics) return []
  const { all_adm_pass, is_overfit, rake_to, raked_units } = report
  return layerWarnings({ ...diagnostics, all_adm_pass, is_overfit, rake_to, raked_units }).map((warning) => {
    const [anchor, text] = TEXTS[warning.kind] as [Warning['anchor'], Text<Kind>]
    return { anchor, text: typeof text === 'string' ? text : text(warning as never) }
  })
}
