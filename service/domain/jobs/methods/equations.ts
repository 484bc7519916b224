import { holdsParameters } from '#common/interval-omissions.ts'
import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { PRIOR_CLUSTER_SD } from '#service/modelling/components/cluster.ts'
import { SPREAD } from '#service/modelling/components/component.ts'
import { PRIOR_CURVE_SD } from '#service/modelling/components/curves.ts'
import { COEFFICIENT_SD, INTERCEPT_SD } from '#service/modelling/components/lines.ts'
import { RANGE_PER_EXTENT } from '#service/modelling/components/surface/surface-parameters.ts'
import { facts, formula, list, table, text } from './blocks.ts'
import { count, decimal, percent, significant } from './figures.ts'
import { type MethodsRecord, type StoredDiagnostics, hasColumn, hasPopulation } from './methods-record.ts'

type Parameters = StoredDiagnostics['parameters']

/** Item 10. */
export function equations(record: MethodsRecord): MethodsBlock[] {
  const { parameters } = record.diagnostics
  const { coefficients } = parameters
  const logs = coefficients.filter(({ transform }) => transform === 'log').map(({ name }) => name)
  return [
    text('At cluster i, at place s, y of n people are cases, and the probability of a case is p:'),
    formula(...likelihood(parameters), predictor(parameters), ...surface(parameters)),
    ...list([
      ...(coefficients.length > 0
        ? [
            `x are the covariates at the cluster, in standard deviations over the clusters (in their difference where a covariate has two values): ${coefficients.map(({ name }) => name).join(', ')}.`,
          ]
        : ['There are no covariates.']),
      ...(logs.length > 0
        ? [`Of these, ${logs.join(', ')} enter by their logarithm, because they are skewed.`]
        : []),
      ...(parameters.curves.length > 0
        ? [
            'f are natural cubic splines with a penalty on their curvature, without a constant and a slope of their own: a covariate with few distinct values keeps its line.',
          ]
        : []),
      ...(parameters.urban_share === null ? [] : [urbanWords(parameters)]),
      ...(parameters.uses_density
        ? [
            'The density of clusters is the last of the covariates: the posterior mean of the log intensity of a log-Gaussian Cox process. The survey visits some places because of their prevalence, or as if it did.',
          ]
        : []),
      'g is a Gaussian field with Matérn correlation (smoothness ν = 1) on a triangular lattice in an equal-area plane; e is how clusters differ beyond it.',
    ]),
    ...parameterTable(parameters),
    text(
      `The posterior of the latent values is approximated by the Gaussian that is closest to it, starting from Laplace’s approximation; the parameters of g, e and f ${holdsParameters(parameters) ? 'are held at their most probable values, because the evidence has no usable curvature' : 'take several values around their most probable ones, weighted by their evidence'}.`,
    ),
    text('The prevalence of cell c in draw d, and of an admin unit or the country:'),
    formula(
      'p_cd = ∫ expit(η_cd + e)·N(e | 0, σ_e²) de',
      hasPopulation(record)
        ? 'q_d = Σ_c pop_c·p_cd / Σ_c pop_c     pop_c: people of the cell in the country'
        : 'q_d = mean of p_cd over the cells',
    ),
    ...raking(record),
    text('The direct estimate, beside which units and the country are shown, uses the clusters alone:'),
    formula(hasColumn(record, 'weight') ? 'p = Σ w_i·y_i / Σ w_i·n_i' : 'p = Σ y_i / Σ n_i'),
  ]
}

function likelihood({ likelihood: counts, overdispersion }: Parameters): string[] {
  return counts === 'beta-binomial'
    ? [
        'y_i ~ beta-binomial:  E y_i = n_i·p_i,  Var y_i = n_i·p_i·(1 − p_i)·(1 + (n_i − 1)·ρ_c)',
        `ρ_c = ${decimal(overdispersion, 2)}`,
      ]
    : ['y_i ~ Binomial(n_i, p_i)']
}

function predictor({ coefficients, curves }: Parameters): string {
  const lines = coefficients.length > 0 ? ' + Σ_j b_j·x_ij' : ''
  const splines = curves.length > 0 ? ' + Σ_j f_j(x_ij)' : ''
  return `logit p_i = b₀${lines}${splines} + g(s_i) + e_i`
}

const surface = ({ curves, prior_variance_mean: mean }: Parameters): string[] => [
  'g ~ Matérn, ν = 1 (variance σ², range ρ)     e_i ~ N(0, σ_e²)',
  `b₀ ~ N(0, ${INTERCEPT_SD}²)     b_j ~ N(0, ${COEFFICIENT_SD}²)${curves.length > 0 ? '     coefficients of f_j ~ N(0, τ_j²)' : ''}`,
  `σ² ~ exponential (mean ${significant(mean)})     ρ ~ gamma (shape 2, mean ${RANGE_PER_EXTENT} times the root mean square distance of clusters)`,
  `σ_e ~ log-normal (median ${PRIOR_CLUSTER_SD}, sd of logs ${SPREAD})${curves.length > 0 ? `     τ_j ~ log-normal (median ${PRIOR_CURVE_SD}, sd of logs ${SPREAD})` : ''}`,
]

function urbanWords({ urban_share: share, sampled_urban_share: sampled }: Parameters): string {
  const origin = sampled === share ? 'the survey’s' : 'given by the layer'
  return `One covariate is 1 for urban clusters and 0 for rural ones. Cells are urban, in descending order of population density, until they hold ${percent(share)} of the people, which is ${origin}.`
}

function parameterTable(p: Parameters): MethodsBlock[] {
  const within = (ends: readonly [number, number] | null | undefined, show: (value: number) => string) =>
    ends ? `${show(ends[0])} to ${show(ends[1])}` : ''
  const three = (value: number) => decimal(value, 3)
  const ends = p.intervals
  const rows = [
    ['b₀, intercept', decimal(p.intercept, 3), '', within(p.intercept_interval, three)],
    ...p.coefficients.map(({ name, mean, sd, lower, upper }) => [
      `b, ${name}`,
      decimal(mean, 3),
      decimal(sd, 3),
      lower === undefined || upper === undefined ? '' : within([lower, upper], three),
    ]),
    ['σ², variance of the surface', significant(p.variance), '', within(ends?.variance, significant)],
    [
      '1/κ = ρ/√8, length scale, km',
      significant(p.length_scale_km),
      '',
      within(ends?.length_scale_km, significant),
    ],
    ['ρ, range, km', significant(p.range_km), '', within(ends?.range_km, significant)],
    [
      'σ_e², variance between clusters',
      significant(p.cluster_variance),
      '',
      within(ends?.cluster_variance, significant),
    ],
    ...p.curves.map(({ name, edf }) => [
      `effective degrees of freedom of f, ${name}`,
      decimal(edf, 1),
      '',
      '',
    ]),
  ]
  return table(
    'Estimated parameters, logit scale',
    ['Parameter', 'Estimate', 'Standard deviation', '95 % interval'],
    rows,
  )
}

function raking({
  diagnostics: { national, parameters, raked_units: units },
}: MethodsRecord): MethodsBlock[] {
  const to = national.raked_to
  if (to === null && units.length === 0) return []
  return [
    text(
      to === null
        ? `The draws of the cells of ${count(units.length)} admin ${units.length === 1 ? 'unit' : 'units'} are shifted by one constant k per unit, so that each has its given prevalence P:`
        : 'The draws of all cells are shifted by one constant k, so that the country has the given prevalence P:',
    ),
    formula('p′ = expit(logit p + k)     Σ pop·E p′ / Σ pop = P'),
    ...facts([
      ['P', to === null ? null : percent(to)],
      ['k', parameters.raking_shift === null ? null : decimal(parameters.raking_shift, 3)],
      [
        'National prevalence by the model alone',
        national.unraked === null ? null : percent(national.unraked),
      ],
    ]),
  ]
}
