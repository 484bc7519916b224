import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listDatasetCoverage } from '#contract/rasters/worldpop.ts'
import type { Query } from '#contract/endpoint.ts'
import type { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { coverageCellClass } from '~/components/coverage/coverage-cell.ts'
import { CoverageMatrix } from '~/components/coverage/coverage-matrix.tsx'
import type { SearchOf } from '~/components/data-table/address/search.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { datasetCoverageQuery } from '~/server/worldpop.functions.ts'
import { coverageOf } from '~/components/coverage/coverage-of.ts'

/** The table's datasets as countries by years, with visible gaps; a cell filters the table. */
export function DatasetCoverage({
  tableSearch,
  query,
}: {
  tableSearch: SearchOf<typeof listDatasets.query>
  query: Query<typeof listDatasets>
}) {
  const { data, error, isFetching, refetch } = useQuery(
    datasetCoverageQuery(coverageOf(listDatasetCoverage, query)),
  )
  if (data?.content.length === 0) return null
  return (
    <section aria-labelledby="coverage" className="flex min-w-0 flex-col gap-3">
      <h2 id="coverage" className="text-base font-semibold">
        Coverage
      </h2>
      {data ? (
        <CoverageMatrix
          label="Datasets by country and year"
          pluralNoun="datasets"
          entries={data.content}
          cell={({ iso3_code, country, year, datasets, resolutions }) => (
            <Link
              to="/worldpop"
              search={{ ...tableSearch, page: 1, iso3_code: [iso3_code], year: [year] }}
              aria-label={`${country} ${year}: ${datasets} ${datasets === 1 ? 'dataset' : 'datasets'}`}
              title={resolutions.join(', ')}
              className={coverageCellClass}
            >
              {datasets}
            </Link>
          )}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={4} label="Loading the coverage" />
      )}
    </section>
  )
}
