import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FilteredView } from '~/components/data-table/filters/filtered-view.tsx'
import { listSurveyCoverage } from '#contract/surveys/surveys.ts'
import { coverageCellClass } from '~/components/coverage/coverage-cell.ts'
import { CoverageMatrix } from '~/components/coverage/coverage-matrix.tsx'
import { surveyCoverageQuery } from '~/server/surveys.functions.ts'
import { coverageOf } from '~/components/coverage/coverage-of.ts'
import { noSurveysYet } from './no-surveys-yet.ts'
import { useSurveyFilters } from './survey-filters.ts'
import type { ViewProps } from './view-props.ts'

/** Countries by years; a cell links to its surveys in the table. */
export function SurveyMatrix({ tableSearch, query, address }: ViewProps) {
  const result = useQuery({
    ...surveyCoverageQuery(coverageOf(listSurveyCoverage, query)),
    // The list around the matrix counts and exports surveys, not cells.
    select: ({ content }) => ({
      content,
      totalElements: content.reduce((total, { surveys }) => total + surveys, 0),
    }),
  })
  return (
    <FilteredView
      {...address}
      filters={useSurveyFilters()}
      result={result}
      pluralNoun="surveys"
      empty={noSurveysYet}
    >
      {(entries) => (
        <CoverageMatrix
          label="Surveys by country and year"
          pluralNoun="surveys"
          entries={entries}
          cell={({ iso3_code, country, year, surveys, sources, targets }) => (
            <Link
              to="/survey/catalog/{-$mode}"
              params={{ mode: undefined }}
              search={{
                ...tableSearch,
                page: 1,
                iso3_code: [iso3_code],
                ...(year !== null && { year_from: year, year_to: year }),
              }}
              aria-label={`${country} ${year ?? 'without a year'}: ${surveys} ${surveys === 1 ? 'survey' : 'surveys'}, ${sources.join(', ')}`}
              title={`${sources.join(', ')}: ${targets.join(', ')}`}
              className={coverageCellClass}
            >
              {surveys}
            </Link>
          )}
        />
      )}
    </FilteredView>
  )
}
