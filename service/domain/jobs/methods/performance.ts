import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { list, table, text } from './blocks.ts'
import { count, decimal, interval, pValue, percent, points, significant } from './figures.ts'
import type { MethodsRecord, StoredDiagnostics } from './methods-record.ts'

type Metrics = StoredDiagnostics['train']

const COLUMNS = [
  ['Training data', 'train'],
  ['Random folds', 'cv_random'],
  ['Block folds', 'cv_block'],
  ['Block folds, no covariates', 'cv_block_without_covariates'],
] as const

const withExpected = (covered: number | null, expected: number | null) =>
  expected === null ? percent(covered) : `${percent(covered)} (expected ${percent(expected)})`

const ROWS: [string, (metrics: Metrics) => string][] = [
  ['R²', ({ r2 }) => decimal(r2, 3)],
  ['RMSE, percentage points', ({ rmse_pooled }) => points(rmse_pooled)],
  ['Mean absolute error, percentage points', ({ mae }) => points(mae)],
  ['Log predictive density', ({ lpd }) => decimal(lpd, 1)],
  ['CRPS, percentage points', ({ crps }) => points(crps)],
  ['Coverage of 50 % intervals', (m) => withExpected(m.coverage_50, m.expected_coverage_50)],
  ['Coverage of 80 % intervals', (m) => withExpected(m.coverage_80, m.expected_coverage_80)],
  ['Coverage of 95 % intervals', (m) => withExpected(m.coverage_95, m.expected_coverage_95)],
]

/** Item 12. */
export function performance({ diagnostics, report }: MethodsRecord): MethodsBlock[] {
  const columns = COLUMNS.filter(([, key]) => diagnostics[key])
  return [
    text(foldWords(diagnostics)),
    ...table(
      'Fit and cross-validation',
      ['Figure', ...columns.map(([label]) => label)],
      ROWS.map(([label, show]) => [label, ...columns.map(([, key]) => show(diagnostics[key]!))]),
    ),
    ...list([...overfitWords(diagnostics, report.is_overfit), ...unitWords(diagnostics)]),
    ...sensitivity(diagnostics),
  ]
}

function foldWords({ parameters: p }: StoredDiagnostics): string {
  return `${count(p.folds)} random folds say how well gaps between clusters are filled, ${count(p.block_folds)} folds of square blocks of ${count(p.block_km)} km how well areas without clusters are predicted. Each fold’s clusters are predicted by a fit without them. Coverage is of counts: a correct model has the expected coverage, which exceeds the nominal one because counts are discrete.`
}

function overfitWords({ overfitting }: StoredDiagnostics, flag: boolean | null): string[] {
  const verdict =
    flag === null
      ? 'The flag Overfit could not be tested'
      : flag
        ? 'The flag Overfit is raised: the covariates harm the prediction of places that the fit has not seen'
        : 'The flag Overfit is not raised'
  if (!overfitting) return [`${verdict}.`]
  const { lpd_loss: loss, standard_error: se, p_value: p } = overfitting
  return [
    `${verdict}. The log predictive density of block folds is ${decimal(Math.abs(loss), 1)} ± ${decimal(se, 1)} ${loss > 0 ? 'lower' : 'higher'} than without covariates (test of harm: ${pValue(p)}).`,
  ]
}

const LEVELS = [
  ['first-level', 'adm1'],
  ['second-level', 'adm2'],
] as const

function unitWords(diagnostics: StoredDiagnostics): string[] {
  return LEVELS.flatMap(([level, key]) => {
    const { tested, passed, together } = diagnostics[key]
    return [
      ...(tested > 0
        ? [
            `The modelled mean is inside the 95 % interval of the direct estimate in ${count(passed)} of ${count(tested)} testable ${level} units.`,
          ]
        : []),
      ...(together
        ? [
            `All ${count(together.units)} ${level} units with clusters together ${together.p_value < 0.05 ? 'differ from the model by more than chance allows' : 'agree with the model'} (χ² ${decimal(together.chi_squared, 1)}, ${pValue(together.p_value)}).`,
          ]
        : []),
    ]
  })
}

/** The same posterior points with other weights: `before` is as modelled, before any raking. */
function sensitivity({ prior_sensitivity: alternatives }: StoredDiagnostics): MethodsBlock[] {
  const figure = ({ mean, lower, upper }: { mean: number; lower: number; upper: number }) =>
    `${percent(mean)} (${interval(lower, upper)})`
  return table(
    'Sensitivity of the national figure to the priors, before any raking',
    ['Prior mean of σ²', 'Prior mean of ρ', 'As modelled', 'With this prior'],
    alternatives.flatMap(({ variance_factor, length_scale_factor, national }) =>
      national
        ? [
            [
              `× ${significant(variance_factor)}`,
              `× ${significant(length_scale_factor)}`,
              figure(national.before),
              figure(national.after),
            ],
          ]
        : [],
    ),
  )
}
