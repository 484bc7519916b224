import { useQuery } from '@tanstack/react-query'
import type { BandCheck, CollectionFinding } from '#contract/rasters/collections.ts'
import { percent } from '~/components/jobs/report/format.ts'
import { formatCells } from '~/components/rasters/raster-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { cn } from '~/lib/class-names.ts'
import { figure } from '~/lib/figures.ts'
import { bandCheckQuery } from '~/server/collections.functions.ts'
import { type Covariate, bandsOf, numbersOf } from './band-choice.ts'

/** The service's findings about these bands together: grid, extent, nodata, classes, constant and collinear ones. */
export function Homogeneity({
  covariates,
  populationId,
}: {
  covariates: readonly Covariate[]
  populationId: number | undefined
}) {
  const ids = bandsOf(covariates).map(({ id }) => id)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    bandCheckQuery(ids, numbersOf(covariates), populationId),
  )
  if (ids.length === 0) return <p className="text-muted">Choose bands to see how well they fit together.</p>
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonLines lines={4} label="Checking the bands" />
  return (
    <div
      className={cn('flex min-w-0 flex-col gap-3', isPlaceholderData && 'opacity-60')}
      aria-busy={isFetching}
    >
      <output>
        {data.findings.length === 0 ? (
          <Alert tone="success" title="The bands fit together">
            They are on one grid, none is constant, and none repeats the others.
          </Alert>
        ) : (
          <Findings findings={data.findings} />
        )}
      </output>
      <Table check={data} />
      {data.correlated.length > 0 && (
        <p className="text-muted">
          Strong correlations:{' '}
          {data.correlated
            .slice(0, 5)
            .map(({ bands, r }) => `${bands.join(' and ')} (r = ${r.toFixed(2)})`)
            .join('; ')}
          .
        </p>
      )}
    </div>
  )
}

function Findings({ findings }: { findings: readonly CollectionFinding[] }) {
  return (
    <ul aria-label="Findings" className="divide-y rounded border">
      {findings.map(({ severity, message, help }) => {
        const error = severity === 'error'
        const Icon = error ? CircleAlert : TriangleAlert
        return (
          <li key={message} className="flex gap-3 px-3 py-2">
            <Icon
              aria-hidden="true"
              className={cn('mt-0.5 size-4 shrink-0', error ? 'text-error' : 'text-warning')}
            />
            <span className="sr-only">{error ? 'Error' : 'Warning'}</span>
            <div className="min-w-0">
              <p className="break-words">{message}</p>
              {help && <p className="text-muted">{help}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Table({ check }: { check: BandCheck }) {
  return (
    <section
      aria-label="Bands compared, table"
      // Scrollable content must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded border"
    >
      <table aria-label="Bands compared" className="w-full border-collapse text-sm">
        <thead className="bg-sunk text-xs text-muted">
          <tr>
            {['Band', 'Grid', 'Without value', 'Values', 'Inflation'].map((title, place) => (
              <th
                key={title}
                scope="col"
                className={cn(
                  'h-9 px-3 font-semibold whitespace-nowrap',
                  place === 2 || place === 4 ? 'text-right' : 'text-left',
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {check.bands.map((band) => (
            <tr key={band.id} className="border-t">
              <th scope="row" className="px-3 py-2 text-left font-normal break-words">
                {band.name}
              </th>
              <td className="px-3 whitespace-nowrap">
                {formatCells(band)}
                {!band.same_grid && <span className="font-medium text-error">, another grid</span>}
              </td>
              <td className="px-3 text-right">{percent(band.nodata_share)}</td>
              <td className="px-3">
                {band.constant ? (
                  <span className="font-medium text-error">constant</span>
                ) : band.categorical ? (
                  'classes'
                ) : (
                  'quantities'
                )}
              </td>
              <td className="px-3 text-right">{band.inflation === null ? '–' : figure(band.inflation)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
