import { type Diagnostics, FOLDS, type Metrics } from './diagnostics.ts'
import { count, decimal } from '~/lib/figures.ts'
import { HowToRead } from '~/components/ui/how-to-read.tsx'
import { errorPoints, percent } from '~/components/jobs/report/format.ts'
import { expectedCoverage, metricVerdict } from './metric-verdict.ts'

const COLUMNS = [
  ...FOLDS,
  { key: 'cv_block_without_covariates', label: 'Block folds, no covariates' },
] as const

export const FIGURES: readonly {
  key: keyof Metrics
  name: string
  show: (value?: number) => string
  reading: string
}[] = [
  {
    key: 'r2',
    name: 'R²',
    show: (value) => decimal(value, 3),
    reading:
      'Share of the variance between clusters that the surface explains; 1 is all of it, 0 no better than the mean.',
  },
  {
    key: 'rmse',
    name: 'RMSE',
    show: errorPoints,
    reading:
      'Typical error of a cluster’s share in percentage points, over all clusters, large errors counting more. Lower is better; sampling noise sets a floor.',
  },
  {
    key: 'mae',
    name: 'MAE',
    show: errorPoints,
    reading: 'Mean absolute error of a cluster’s share in percentage points. Lower is better.',
  },
  {
    key: 'brier',
    name: 'Brier score',
    show: (value) => decimal(value, 4),
    reading:
      'Mean squared difference between each person’s outcome and the predicted prevalence. Lower is better.',
  },
  {
    key: 'lpd',
    name: 'Log predictive density',
    show: (value) => decimal(value, 1),
    reading:
      'How probable the counts were, summed over clusters. Higher is better; compare only on the same data.',
  },
  {
    key: 'crps',
    name: 'CRPS',
    show: errorPoints,
    reading: 'Error of the whole predicted distribution, in percentage points. Lower is better.',
  },
  {
    key: 'coverage_50',
    name: 'Coverage of 50 %',
    show: (value) => percent(value),
    reading:
      'Counts inside their 50 % interval. Counts are discrete, so a correct model covers more than half: compare with the expected coverage.',
  },
  {
    key: 'coverage_80',
    name: 'Coverage of 80 %',
    show: (value) => percent(value),
    reading: 'Counts inside their 80 % interval. Near the expected coverage, a little above 80 %, is right.',
  },
  {
    key: 'coverage_95',
    name: 'Coverage of 95 %',
    show: (value) => percent(value),
    reading:
      'Counts inside their 95 % interval. Near the expected coverage is right; well below means too narrow.',
  },
]

/** Folds without covariates are the same blocks. */
const foldSizesOf = ({ fold_sizes: sizes }: Diagnostics, key: (typeof COLUMNS)[number]['key']) =>
  key === 'train' ? undefined : sizes?.[key === 'cv_random' ? 'cv_random' : 'cv_block']

/** `10 folds of 10 to 180 clusters` */
export function formatFolds(sizes: readonly number[] | undefined): string | undefined {
  if (!sizes || sizes.length === 0) return undefined
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)]
  return `${sizes.length} folds of ${fewest === most ? '' : `${count(fewest)} to `}${count(most)} clusters`
}

function FoldSizes({ sizes }: { sizes: readonly number[] | undefined }) {
  const words = formatFolds(sizes)
  return words && <span className="block text-xs font-normal text-muted">{words}</span>
}

/** The metrics of the fit and of both types of folds side by side, each with an explanation. */
export function MetricsTable({ diagnostics }: { diagnostics: Diagnostics }) {
  const columns = COLUMNS.filter(({ key }) => diagnostics[key] || key !== 'cv_block_without_covariates')
  return (
    <>
      <section
        aria-label="Fit and cross-validation metrics, table"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
        tabIndex={0}
        className="overflow-x-auto rounded border"
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">Fit and cross-validation metrics</caption>
          <thead className="bg-sunk">
            <tr>
              <th scope="col" className="h-10 px-2 text-left font-medium">
                Figure
              </th>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col" className="px-2 py-1 text-right font-medium">
                  {label}
                  <FoldSizes sizes={foldSizesOf(diagnostics, key)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIGURES.map(({ key: figure, name, show }) => (
              <tr key={figure} className="border-t">
                <th scope="row" className="h-10 px-2 text-left font-normal">
                  {name}
                </th>
                {columns.map(({ key }) => (
                  <td key={key} className="px-2 py-1 text-right whitespace-nowrap">
                    {show(diagnostics[key]?.[figure])}
                    {key !== 'train' && (
                      <>
                        <Expected share={expectedCoverage(diagnostics[key], figure)} />
                        <Verdict>
                          {metricVerdict(figure, diagnostics[key], diagnostics.national?.clusters)}
                        </Verdict>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <HowToRead of="cross-validation">
        <p>
          {diagnostics.train &&
            diagnostics.cv_block &&
            'The gap between training data and block folds shows how much less certain the map is away from clusters. '}
          R², RMSE and MAE compare prevalence with observed shares, over all clusters; RMSE, MAE and CRPS are
          in percentage points. The other figures compare the predicted spread of the counts.
        </p>
        <dl className="flex flex-col gap-2">
          {FIGURES.map(({ key, name, reading }) => (
            <div key={key}>
              <dt className="font-medium text-text">{name}</dt>
              <dd>{reading}</dd>
            </div>
          ))}
        </dl>
      </HowToRead>
    </>
  )
}

const Expected = ({ share }: { share: number | undefined }) =>
  share !== undefined && <span className="block text-xs text-muted">expected {percent(share, 1)}</span>

const Verdict = ({ children }: { children: string | undefined }) =>
  children && <span className="block text-xs text-warning">{children}</span>
