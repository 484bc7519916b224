import { FigureTable } from '~/components/charts/figure-table.tsx'
import { type Diagnostics, readCoefficients, readCurves, readIntervals } from './diagnostics.ts'
import { NONE, count, decimal } from '~/lib/figures.ts'
import { ownValue } from '~/lib/own-value.ts'
import { METHOD_LABELS } from '~/components/jobs/method-labels.ts'
import { words } from '~/components/jobs/report/format.ts'

const LABELS: Record<string, { label: string; unit?: string; digits?: number }> = {
  method: { label: 'Method' },
  likelihood: { label: 'Distribution of the counts' },
  overdispersion: { label: 'Correlation within clusters', digits: 3 },
  uses_density: { label: 'Density of clusters as a covariate' },
  density_gain: {
    label: 'Gain from the density of clusters in left-out blocks, log predictive density',
    digits: 1,
  },
  density_gain_se: { label: 'Its standard error', digits: 1 },
  overdispersion_gain: {
    label: 'Gain from beta-binomial counts in left-out blocks, log predictive density',
    digits: 1,
  },
  overdispersion_gain_se: { label: 'Its standard error', digits: 1 },
  clusters: { label: 'Clusters', digits: 0 },
  intercept: { label: 'Intercept, logit scale', digits: 3 },
  variance: { label: 'Variance of the surface, logit scale', digits: 3 },
  prior_variance_mean: { label: 'Prior mean of that variance', digits: 3 },
  length_scale_km: { label: 'Length scale', unit: 'km', digits: 1 },
  range_km: { label: 'Range (correlation about 0.14)', unit: 'km', digits: 1 },
  lattice_nodes: { label: 'Nodes of the surface’s lattice', digits: 0 },
  lattice_spacing_km: { label: 'Side of its triangles', unit: 'km', digits: 1 },
  cluster_variance: { label: 'Variance between clusters, logit scale', digits: 3 },
  displacement: { label: 'Displacement of coordinates' },
  weighted: { label: 'Survey weights' },
  urban_share: { label: 'Urban share of the people', digits: 3 },
  sampled_urban_share: { label: 'Urban share of the sampled people', digits: 3 },
  exceedance_threshold: { label: 'Threshold of exceedance', digits: 4 },
  raking_shift: { label: 'Shift by raking, logit scale', digits: 3 },
  log_marginal_likelihood: { label: 'Log marginal likelihood', digits: 1 },
  folds: { label: 'Random folds', digits: 0 },
  block_folds: { label: 'Block folds', digits: 0 },
  block_km: { label: 'Block length', unit: 'km', digits: 0 },
  block_km_capped: { label: 'Blocks shortened because the country is small' },
  draws: { label: 'Draws', digits: 0 },
  seed: { label: 'Seed', digits: 0 },
}

/** Fitted and fixed parameters; unknown fields are shown under their own name. */
export function Parameters({ parameters }: { parameters: Diagnostics['parameters'] }) {
  const names = Object.keys(LABELS)
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  const scalars = Object.entries(parameters)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .toSorted(([one], [other]) => place(one) - place(other))
  const coefficients = readCoefficients(parameters)
  const curves = readCurves(parameters).filter(({ sd_interval }) => sd_interval)
  const intervals = readIntervals(parameters)
  return (
    <div className="flex flex-col gap-4">
      <div className="min-w-0">
        <dl className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-4">
          {scalars.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid border-b py-1.5">
              <dt className="text-muted">{ownValue(LABELS, name)?.label ?? words(name)}</dt>
              <dd className="tabular text-right">
                {show(name, value)}
                <Interval name={name} of={intervals && ownValue(intervals, name)} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-xs text-muted">
          {intervals
            ? 'Variances, length scale and range are the most probable ones; intervals are 95 % intervals.'
            : 'The parameters have no intervals: their evidence has no usable curvature, so maps hold them fixed.'}
          {typeof parameters['overdispersion'] === 'number' &&
            parameters['overdispersion'] > 0 &&
            ' The correlation within clusters is one of six values, chosen by left-out blocks; it has no interval.'}
        </p>
      </div>
      {coefficients.length > 0 && (
        <div className="min-w-0 text-sm">
          <p className="text-muted">
            {readCurves(parameters).length > 0 ? 'Linear part of the effect' : 'Effect'} of one standard
            deviation of each covariate, or of the difference if it has just two values; logit scale
          </p>
          <FigureTable
            caption="Coefficients"
            columns={['Covariate', 'Mean', 'Standard deviation', '95 % interval']}
            rows={coefficients.map(({ name, mean, sd, lower, upper, transform }) => [
              transform === 'log' ? `log ${name}` : name,
              decimal(mean, 3),
              decimal(sd, 3),
              between(lower, upper),
            ])}
          />
          {curves.length > 0 && (
            <>
              <p className="mt-4 text-muted">
                Standard deviation of each curve about its line, over the clusters; logit scale
              </p>
              <FigureTable
                caption="Curves"
                columns={['Covariate', 'Standard deviation', '95 % interval']}
                rows={curves.map(({ name, sd, sd_interval }) => [
                  name,
                  decimal(sd, 3),
                  between(sd_interval?.[0], sd_interval?.[1]),
                ])}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

const WORDS: Record<string, string> = { ...METHOD_LABELS, dhs: 'As DHS does', none: 'None' }

/** With 'to', because ends may be negative. */
const between = (lower: number | undefined, upper: number | undefined, digits = 3) =>
  lower === undefined || upper === undefined ? NONE : `${decimal(lower, digits)} to ${decimal(upper, digits)}`

function Interval({ name, of }: { name: string; of: readonly [number, number] | null | undefined }) {
  if (!of) return null
  const { unit, digits } = ownValue(LABELS, name) ?? {}
  return (
    <span className="block text-xs text-muted">
      {between(...of, digits)}
      {unit && ` ${unit}`}
    </span>
  )
}

function show(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'number') return ownValue(WORDS, String(value)) ?? String(value)
  const { unit, digits } = ownValue(LABELS, name) ?? {}
  const text = digits === 0 && Number.isInteger(value) ? count(value) : decimal(value, digits ?? 3)
  return unit ? `${text} ${unit}` : text
}
